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
