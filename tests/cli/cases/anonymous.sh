scalatrace --anonymous --print-env
cd "$scratch" && scalaextrap -q --anonymous t16@N=100 t64@N=100 t144@N=100 -t 256:N=100 -o t && sed '/^comm/,$d' t | cut -c 1-40 && grep '^param' t t.formula && scaladiff --quiet t t256
cd "$scratch" && scalaextrap -q t16 t64 t144 -t 256 -o of && scalaextrap -q --anonymous t16 t64 t144 -t 256 -o to && scalaextrap -q --anonymous --from-formula of.formula -t 256 -o again && cmp to again && scalaextrap -q --anonymous --from-formula to.formula -t 256 -o again && cmp to again && grep -c -e adi -e ' "' -e '^why' of of.formula to to.formula
scalabenchgen --anonymous hostile-names | sed -n '/^static MPI_Comm/p; /^int main/,$p'
scalabenchgen --anonymous regions | grep -o 'MPI_Pcontrol.*'
