scalastat --predict report.json --compute-speedup 0.5 --comm-speedup 4
scalastat --predict --json --comm-speedup 1e1 report.json
scalastat --predict - <report.json | tail -n 1
scalastat --predict report.json --bare report-bare.json --compute-speedup 0.5 --comm-speedup 4
scalastat --predict report.json --bare report-bare.json --compute-speedup 10 --json | grep wait
scalastat --predict report.json --bare times-names.json
scalastat --bare report-bare.json ring
scalastat --predict ring
scalastat --predict times-names.json
scalastat --predict report.json --comm-speedup 0
scalastat --predict report.json --compute-speedup 2x
scalastat --comm-speedup 2 ring
scalastat --predict --times report.json
scalastat --predict report.json report.json
scalastat --predict no-such-report
sed '1s/{/{ "model": "another",/' report-bare.json >"$scratch/other.json"; scalastat --predict report.json --bare "$scratch/other.json" 2>&1 | sed "s|$scratch/||"
scalastat --predict report-here.json --compute-speedup 2 --there report-there.json
scalastat --predict report-here.json --compute-speedup 2 --there report-there.json --similar report-similar.json
scalastat --predict report-here.json --compute-speedup 2 --there report-there.json --similar report-similar.json --json
scalastat --predict report-here.json --compute-speedup 2 --comm-speedup 4.8 --similar report-similar.json | tail -n 1
scalastat --predict report-here.json --compute-speedup 3 --there report-there.json --similar report-similar.json
scalastat --predict report-here.json --there report.json
sed 's/"bytes": 999/"bytes": 500/' report-there.json >"$scratch/other.json"; scalastat --predict report-here.json --there "$scratch/other.json" 2>&1 | sed "s|$scratch/||"
scalastat --predict report.json --comm-speedup 4.8 --similar report-similar.json
scalastat --predict report-here.json --there report-there.json --comm-speedup 2
scalastat --predict report-here.json --bare report-bare.json --similar report-similar.json
scalastat --similar report-similar.json ring
