sed 's/counts=(1,2,3,4)/counts=(2,1,3,4)/' ring | scaladiff --sums ring - | tail -n 1
sed 's/counts=(1,2,3,4)/counts=(1,2,5,4)/' ring | scaladiff --sums -m 1 ring - | head -n 1
sed 's/counts=(1,2,3,4)/counts=(2,1,3,4)/' ring | scaladiff -m 1 ring - | head -n 1
