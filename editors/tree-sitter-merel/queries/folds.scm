; What can be folded: everything in braces, and drawings.
[
  (seats) (board) (tiles) (movement) (table) (action) (setup) (afterwards) (always) (move_decl) (turn) (end) (text) (position_format) (test)
  (block) (picture)
] @fold
