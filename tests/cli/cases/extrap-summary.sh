cd "$scratch" && scalaextrap t16 t64 t144 t256 --target 1024
cd "$scratch" && ls | grep 1024; scalastat --quiet t1024 >stat && scalastat --quiet t1024.formula >stat
cd "$scratch" && scalaextrap --quiet t16 t64 t144 t256 --target 400,576 --output m-%P && ls | grep ^m-
cd "$scratch" && scalaextrap t16 t64 t144 t256 --target 1024 --json -o j | python3 -c 'import json, sys; [print(sorted(t), sorted(t["values"])) for t in json.load(sys.stdin)]'
cd "$scratch" && scalaextrap t16 t64 t144 t256 --target 1024 -o - | cmp - t1024
cd "$scratch" && scalaextrap t16 t64 t144 t256 -q --target 1048576 -o big && [ $((100 * $(wc -c <big))) -lt $((101 * $(wc -c <t1024))) ] && echo 'as large as at 1,024 ranks'
