scalafit --select paper times.txt
scalafit --select paper times-ids.json
scalafit --select paper times.jsonl
scalafit --select paper times-names.json
scalafit --select paper --json times-names.json
sed 's/$/\r/' times.txt | scalafit --select paper --region main-\>reduce -
scalafit times.txt | cut -f 1,2,4,5
scalafit times.csv | awk -F'\t' 'NR == 1 || ($6 < 1 && $8 <= 1) { print $1, $2, $4, $5, NF }'
scalafit --json times.txt | grep -o '"\(select\|level\|region\|error\|weight\)": [^0-9]'
