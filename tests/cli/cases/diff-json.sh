sed 's/tag=5/tag=6/' ring | scaladiff --json -m 1 ring -
scaladiff --json ring stencil-ranklists
