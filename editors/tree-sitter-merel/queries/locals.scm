; Names that hold for a part of a file only.
[(move_decl) (turn) (action) (define) (setup) (block) (those) (table)] @local.scope

(params (name) @local.definition.parameter)
(pick . (name) @local.definition.var)
(each_st . "each" . (name) @local.definition.var)
(let_st . "let" . (name) @local.definition.var)
(roll_st . "roll" . (name) @local.definition.var)
(those . "those" . (name) @local.definition.var)

(name) @local.reference
