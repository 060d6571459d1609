scalaextrap -q joint-4-40-5 joint-9-40-5 joint-9-61-8 joint-16-54-5 -t 16:N=83:iterations=12 -o "$scratch/j" && scalabenchgen "$scratch/j.formula" -p N=100 2>&1 | sed "s|$scratch/||"
cd "$scratch" && scalaextrap -q "$OLDPWD"/joint-4-40-5 "$OLDPWD"/joint-9-40-5 "$OLDPWD"/joint-9-61-8 "$OLDPWD"/joint-16-54-5 -t 16:N=83:iterations=12 -o j && scalabenchgen j.formula -p N=100 -p iterations=7 | grep 'param_'
cd "$scratch" && scalabenchgen t16 -p M=3
scalabenchgen ring -p 3
