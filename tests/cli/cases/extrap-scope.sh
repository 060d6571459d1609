cd "$scratch" && printf '%s\n' 'scalatrace 1' 'ranks P' 'meta program "bits"' 'module 0 "bits"' 'site 0 0+0x10' 'site 1 0+0x20' 'site 2 0+0x30' 'comm 0 world' 'comm 1 self' 'type 0 "MPI_INT" 4' program 'Init site=0 ranks=all' 'loop {log(2, P)} ranks=all {' '  Sendrecv site=1 ranks=all comm={0} peer={r xor pow(2, i1)} count={7} type={0} tag={1} source={r xor pow(2, i1)} rcount={7} rtype={0} rtag={1}' '}' 'Finalize site=2 ranks=all' end >bits && scalaextrap -q --from-formula bits -t 4,8,32 -o h%P
cd "$scratch" && scalaextrap h4 h8 h32 -t 64 2>/dev/null -o e
cd "$scratch" && scalaextrap h4 h8 h32 -t 48 -o f 2>&1 | grep -v warning
cd "$scratch" && scalaextrap -q --no-match h4 h8 h32 -t 48 -o f 2>/dev/null; grep -c law=powers f.formula
cd "$scratch" && grep law=powers e.formula; scalastat -q -M e.formula
cd "$scratch" && scalastat -q -M bits
cd "$scratch" && scalastat -q -D bits
cd "$scratch" && scalabenchgen --options none e.formula -o - | grep -A3 'dims[0-9]'
