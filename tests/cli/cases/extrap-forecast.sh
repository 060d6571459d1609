cd "$scratch" && scalaextrap --summary --no-match t16 t64 t144 -t 1024 -o f%P
cd "$scratch" && scalaextrap --summary --no-match --from-formula f1024.formula -t 256 -o f%P | grep -A1 '^run time'
cd "$scratch" && scalaextrap --summary --no-match --json --from-formula f1024.formula -t 256 -o f%P | grep -A6 -e '"efficiency"' -e '"least_time"'
cd "$scratch" && grep -c '^meta input' f1024 f1024.formula
cd "$scratch" && scalaextrap --summary --select paper -t 256 t16 t64 t144 -o no
cd "$scratch" && scalaextrap --summary -q -t 256 t16 t64 t144 -o no
cd "$scratch" && scalaextrap --summary --advise -t 256 t16 t64 t144 -o no
