cd "$scratch" && scalaextrap t16@N=100 t64@N=100 t144@N=100 -t 256 -o frozen && scaladiff --quiet frozen t256 && grep -h '^param' frozen frozen.formula
cd "$scratch" && scalaextrap t16@N=100 t64@N=100 t144@N=100 -t 256:N=200 -o other && grep '^param' other
cd "$scratch" && scalaextrap -q t16@N=100 t64@N=200:M=7 t144@N=100 -t 256 -o no
cd "$scratch" && scalaextrap -q t16@N=100 t64 t144@N=100 -t 256 -o no
cd "$scratch" && scalaextrap -q t16 t64 t144@N=100 -t 256 -o no
cd "$scratch" && scalaextrap -q t16@N=100 t64@N=x t144 -t 256 -o no
cd "$scratch" && scalaextrap -q t16@N=100 t64@P=64 -t 256 -o no
cd "$scratch" && scalaextrap -q no-such-file@N=100 t64@N=100 -t 256 -o no
cd "$scratch" && scalaextrap -q t16@N=100 t64@N=200 t144@N=100 t256@N=300 -t 64 -o no
cd "$scratch" && scalaextrap -q t16@N=100 t64@N=200 t144@N=100 t256@N=300 -t 64:M=1 -o no
cd "$scratch" && scalaextrap -q t16@N=100 t64@N=200 t144@N=100 t256@N=300 -t 64:N -o no
cd "$scratch" && scalaextrap -q t16@N=100 t64@N=200 t144@N=100 t256@N=300 -t 64:N=1:N=2 -o no
cd "$scratch" && scalaextrap -q t16@N=100 t64@N=200 t144@N=100 t256@N=300 -t 16:N=100,16:N=200
cd "$scratch" && scalaextrap t16@N=100 t16@N=200 t64@N=100 t144@N=300 -t P=256:N=123,P=16:N=100 -o joint-%P-%N && scaladiff --quiet joint-256-123 t256 && scaladiff --quiet joint-16-100 t16 && grep -h '^param' joint-*
cd "$scratch" && scalaextrap -q --from-formula joint-256-123.formula -t 256:N=123 -o again && cmp again joint-256-123 && echo same bytes
cd "$scratch" && scalaextrap -q --from-formula joint-256-123.formula -t 256 -o no
cd "$scratch" && scalaextrap t64@N=100 t64@N=200 t64@N=300 -t 64:N=17,144:N=17 -o one-%P
cd "$scratch" && cp t16 t16@N=1 && scalaextrap -q t16@N=1 t64 t144 -t 256 -o file && grep -c '^param' file; rm t16@N=1
cd "$scratch" && scalaextrap --json t16@N=100 t64@N=100 t144@N=100 -t 256 -o frozen | grep -A2 parameters
scalatrace --print-env --param N=404 -p iterations=10 true | grep PARAM
scalatrace --print-env --param N=404 --param P=10 true
