cd "$scratch" && sed '/^site/ s/+0x/+0x1/g' t64 >b64; scalaextrap t16 b64 t144 -t 256 -o e256 2>&1; scaladiff --quiet e256 t256 && echo same events
cd "$scratch" && scalaextrap -q t16 t64 t144 -t 256 -o own; cmp own e256 && echo the same bytes
cd "$scratch" && scalaextrap -q b64 t16 t144 -t 256 -o e256; scaladiff --quiet e256 t256 && echo same events
cd "$scratch" && sed 's/^meta program .*/meta program "other"/' b64 >o64; scalaextrap t16 o64 t144 -t 256 -o no 2>&1
cd "$scratch" && sed "s/^\( *\)Isend/\1Recv_init/; s/^\( *\)Irecv/\1Send_init/" b64 >c64; scalaextrap t16 c64 t144 -t 256 -o no 2>&1
cd "$scratch" && sed '/^site/ { /0 0+/! s/\( [^ ]*\)$/\1\1/; }' t64 >r64; scalaextrap t16 r64 t144 -t 256 -o e256 2>&1 | grep 'another build' || echo calls itself once more
cd "$scratch" && for i in 16 64 144; do sed "s/^meta program .*/meta program \"adi.A.$i\"/; s/^module 0 .*/module 0 \"adi.A.$i\"/" t$i >n$i; done; scalaextrap -q n16 n64 n144 -t 256 -o e256; scaladiff --quiet e256 t256 && echo same events
cd "$scratch" && sed 's/^meta program .*/meta program "adi.A.65"/' t64 >o64; scalaextrap n16 o64 n144 -t 256 -o no 2>&1
