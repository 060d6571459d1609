cd "$scratch" && scalaextrap -q t16 t64 t144 t256 -t 1,9,64 -o s%P && scaladiff --quiet s64 t64
cd "$scratch" && scalaextrap t16 t64 t144 t256 -t 1000
cd "$scratch" && scalaextrap t16 t64 t144 t256 -t 1024 --dims 16,63
cd "$scratch" && scalaextrap -q t16 t64 t144 t256 -t 1024 --dims 16,64 -o wide; echo "exit $?"; grep '^grid' wide
cd "$scratch" && scalaextrap t16 t64 t144 t256 -t 1024 --dims 4,4,64
cd "$scratch" && scalaextrap t16 t64 t144 t256 -t 400,576 -o m
cd "$scratch" && scalaextrap t16 t64 t144 t256 --target=0
cd "$scratch" && scalaextrap t16 t64 t144 t256 --target=2147483648
cd "$scratch" && scalaextrap t16 t64 t144 t256 --target=-1
cd "$scratch" && scalaextrap t16 t64 t144 t256 --target=many
cd "$scratch" && scalaextrap t16 t64 t144 t256 --target=4,
cd "$scratch" && scalaextrap t16 t64 t144 t256 --target=""
cd "$scratch" && scalaextrap t16 t64 t144 t256
cd "$scratch" && scalaextrap --target 64
cd "$scratch" && scalaextrap t16 t64 t144 t256 --target 64 --from-formula t16
cd "$scratch" && scalaextrap t16 t64 t144 t256 --target 64 --select none
cd "$scratch" && scalaextrap t16 t64 t144 t256 --target 64 --no-such-option
cd "$scratch" && ls
scalaextrap twice-4 twice-8 twice-12 -t 6 -o $scratch/e | sed "s|$scratch/||g" | grep -v "^    "; scaladiff $scratch/e twice-6 | tail -1
