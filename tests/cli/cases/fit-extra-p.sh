scalafit --select paper --extra-p $scratch/times.extra-p -o /dev/null times.txt && python3 -m zipfile -l $scratch/times.extra-p | awk "{ print \$1 }"
python3 -m zipfile -t $scratch/times.extra-p && python3 -m zipfile -e $scratch/times.extra-p $scratch && cat $scratch/experiment.json
scalafit --extra-p $scratch/times.extra-p times.csv >/dev/null && python3 -m zipfile -e $scratch/times.extra-p $scratch && python3 -c 'import json, sys; e = json.load(open(sys.argv[1])); print(e["parameters"], len(e["measurements"]["sweep"]["<default>"]), list(e["modelers"][0]["models"]["sweep"]["<default>"]["hypothesis"]))' $scratch/experiment.json
scalafit --extra-p $scratch/times.extra-p -o /dev/null times-names.json && python3 -m zipfile -e $scratch/times.extra-p $scratch && python3 -c 'import json, sys; e = json.load(open(sys.argv[1])); print([(r, m) for r in e["measurements"] for m in e["modelers"][0]["models"][r]])' $scratch/experiment.json
scalafit --extra-p /no-such-folder/a times.txt -o /dev/null
