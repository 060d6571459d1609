scalafit --help
scalafit --version
scalafit
scalafit --select best times.txt
scalafit --level 90 times.txt
scalafit --format xml times.txt
scalafit --at p=4:n=5 times.txt
scalafit --at 64 times.csv
scalafit --select paper times.csv
scalafit --region nowhere times.txt
scalafit times-missing.txt
scalafit --format csv times.txt
scalafit no-such-file
scalafit .
scalafit times.txt >/dev/full
scalafit times.txt -o /no-such-folder/out
