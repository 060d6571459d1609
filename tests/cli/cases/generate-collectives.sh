scalabenchgen --options none branches | sed -n '/^    for/,$p'
scalastat -D -q branches
