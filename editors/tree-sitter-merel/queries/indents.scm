; Lines inside brackets stand further in.
["{" "[" "("] @indent.begin
["}" "]" ")"] @indent.end @indent.branch
(comment) @indent.auto
(picture) @indent.auto
