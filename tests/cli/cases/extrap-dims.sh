cd "$scratch" && scalaextrap -q t16 t64 t144 -t 256 -o plain && scalaextrap -q t16@dims=4,4 t64@dims=8,8 t144@dims=12,12 -t 256 -o told && cmp plain told && cmp plain.formula told.formula
cd "$scratch" && scalaextrap t16@dims=8,2 t64 t144 -t 256 -o no 2>&1 | head -3
cd "$scratch" && scalaextrap -q t16@dims=2,8 t64 t144 t16@dims=8,2 -t 256 -o no
cd "$scratch" && scalaextrap -q t16@dims=3,5 t64 -t 256 -o no
cd "$scratch" && scalaextrap -q t16@dims=4,x t64 -t 256 -o no
cd "$scratch" && scalaextrap -q t16@dims= t64 -t 256 -o no
cd "$scratch" && scalaextrap -q t16@dims=4,4: t64 -t 256 -o no
cd "$scratch" && scalaextrap -q t16@N=404:dims=4,4 t64@dims=8,8:N=404 t144@N=404 -t 256 -o parts && grep -c '^grid.*law=square' parts
