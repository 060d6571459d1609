scaladiff stencil-formulas stencil-ranklists
scaladiff stencil-ranklists stencil-ranklists | tail -1
scaladiff --quiet stencil-ranklists stencil-formulas
