sed 's/peer=~4/peer=~5/' stencil-ranklists | scaladiff --max 4 stencil-formulas -
sed 's/type=1 tag=5/type=0 tag=5/' ring | scaladiff ring -
sed 's/counts=(1,2,3,4)/counts=(1,2,5,4)/; s/redop=0/redop=1/' ring | scaladiff -m 2 ring -
sed 's/count=(10,11,12)/count=(10,11,13)/' ring | scaladiff ring - | head -4
sed 's/loop 3/loop 4/' ring | scaladiff -m 3 ring -
sed 's/loop 50/loop 51/' stencil-formulas | scaladiff -m 1 - stencil-ranklists
sed 's/peer=~4/peer=4/' stencil-ranklists | scaladiff --max 1 - stencil-ranklists
