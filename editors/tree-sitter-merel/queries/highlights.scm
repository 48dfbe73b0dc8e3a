; Colours. Later patterns win.

(comment) @comment
(string) @string
(picture) @string.special
(row_line) @string.special
(int) @number
(name) @variable
(place) @constant
(word) @property
(lang) @label

["{" "}" "[" "]" "(" ")"] @punctuation.bracket
["," ":"] @punctuation.delimiter
["=" "+" "-" "*"] @operator

["language" "game" "extends" "use" "title" "author" "year" "source" "note" "rules" "text"] @keyword.directive
["replace" "remove" "option" "players" "seats" "board" "site" "terrain" "tiles" "type" "piece" "captured" "movement" "remember" "define"
 "table" "action" "setup" "afterwards" "ensure" "move" "turn" "end" "limit" "always" "test" "hole" "edge" "line" "direction" "bend" "names"
 "cube" "facing" "royal" "neutral" "letter" "uncompared" "lasting" "picture" "position"] @keyword
["if" "otherwise" "then" "else" "when"] @keyword.conditional
["repeat" "while" "until" "times" "each" "for" "repeats" "repeating"] @keyword.repeat
["and" "or" "not" "is" "in" "at" "least" "most" "less" "more" "than" "except" "joins"] @keyword.operator
["count" "some" "reach" "span" "lines" "repeated" "can"] @keyword.function
["choose" "pick" "may" "roll" "do" "again" "pass" "draw" "wins" "loses" "out" "everyone" "highest" "lowest" "expect" "play" "legal"
 "illegal" "only" "options" "perft" "probability" "moved" "phase" "turns" "rounds" "moves" "without" "result" "results" "distinct"] @keyword.control
["put" "take" "change" "set" "add" "subtract" "give" "let" "be" "paint" "lay" "push" "sow" "swap" "shuffled" "turned" "flipped" "into"
 "all" "top" "under" "weighted" "dice" "die"] @keyword.control.action
["steps" "slides" "leaps" "rides" "hops" "walks" "goes" "drops" "stays" "betza" "through" "stopping" "round" "bends" "over" "exactly" "up"
 "taking" "distance" "height"] @keyword.control.movement
["any" "no" "my" "enemy" "those" "played" "first" "last" "row" "rows" "column" "columns" "cell" "cells"] @keyword.modifier
["yes" "none"] @constant.builtin
["a" "after" "as" "before" "by" "diagonals" "from" "go" "hand" "hands" "mover" "of" "on" "player" "pieces" "stacks" "the" "to" "two"
 "where" "with" "within"] @keyword.other

; Names that are declared, and what is called.
(move_decl . "move" . (name) @function)
(action . "action" . (name) @function)
(define . "define" . (name) @function)
(movement . "movement" . (name) @function)
(call . (name) @function.call)
(do_st . "do" . (name) @function.call)
(params (name) @variable.parameter)
(piece_kind . (name) @type)
(type_decl . "type" . (name) @type)
(terrain . "terrain" . (name) @type)
(option . "option" . (name) @constant)
(remember . "remember" . (name) @variable.member)
(table . "table" . (name) @variable.member)
(player . (name) @constant)
(test . "test" . (string) @markup.heading)
((name) @constant.builtin (#eq? @constant.builtin "none"))
((name) @variable.builtin (#any-of? @variable.builtin "mover" "here" "origin" "there" "player" "stuck" "taken"))
; Words that are names here.
(name ["cell" "cells" "row" "rows" "column" "columns" "first" "last"] @variable)
