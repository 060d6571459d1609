scaladiff ring ring-reordered
sed 's/size={s div 2}/size={s}/' ring-reordered | scaladiff -m 1 ring -
sed 's/serial=1/serial=2/' ring-reordered | scaladiff -m 3 ring -
