cd "$scratch" && scalaextrap --paper t16 t64 t144 t256 --target 1024
cd "$scratch" && grep -c . t1024.formula >/dev/null && grep '^meta method' t1024.formula && grep -v '^ *co' t1024.formula | sed -n '/^program/,/^  Waitall/p'
cd "$scratch" && scalaextrap --quiet --from-formula t1024.formula --target 1024 -o again --no-match && cmp t1024 again
cd "$scratch" && scalaextrap --paper t16 t64 --target 1024
cd "$scratch" && scalaextrap --paper --from-formula t1024.formula --target 400
cd "$scratch" && scalaextrap --paper --advise t16 t64 t144 --target 400
