; Where the names of a game are declared, for outlines and jumps.
(move_decl . "move" . (name) @name) @definition.function
(action . "action" . (name) @name) @definition.function
(define . "define" . (name) @name) @definition.function
(movement . "movement" . (name) @name) @definition.function
(piece_kind . (name) @name) @definition.class
(type_decl . "type" . (name) @name) @definition.type
(option . "option" . (name) @name) @definition.constant
(remember . "remember" . (name) @name) @definition.variable
(table . "table" . (name) @name) @definition.constant
(terrain . "terrain" . (name) @name) @definition.type
(player . (name) @name) @definition.class
(test . "test" . (string) @name) @definition.method
