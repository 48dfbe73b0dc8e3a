-- A session in a real editor: Neovim opens a rule file, talks to `merel lsp`, and what it shows is compared.
--
--     MEREL=path/to/merel nvim --headless -u NONE -c 'luafile trial.lua'
--
-- Ends with exit code 0, or 1 with what was not as expected. Runs on Neovim 0.7 and later.

local RACE = [[
language 1
game "Race"

players White, Black
board square 5 by 5
piece Man (Men)
setup for each player { put Man on my first row }

move advance {
  Mann steps forward
  Man steps forward-diagonal to empty or enemies
}

end after each turn { "home": mover wins when landing in my last row }
end before each turn { "stuck": mover loses when stuck }
]]

-- How long an answer may take: the program may be a slow build on a machine with other work.
local PATIENCE = 60000

local function same(what, found, expected)
  if not vim.deep_equal(found, expected) then
    error(what .. ": found " .. vim.inspect(found) .. ", expected " .. vim.inspect(expected), 0)
  end
end

local function await(what, condition)
  if not vim.wait(PATIENCE, condition, 20) then error(what .. " did not come", 0) end
end

--- What the service answers to a request about the file that is open.
local function ask(method, more)
  local about = vim.tbl_extend("force", { textDocument = { uri = vim.uri_from_bufnr(0) } }, more or {})
  for _, answer in pairs(vim.lsp.buf_request_sync(0, "textDocument/" .. method, about, PATIENCE) or {}) do
    if answer.error then error(method .. ": " .. vim.inspect(answer.error), 0) end
    return answer.result
  end
  error(method .. ": no answer", 0)
end

local function at(line, column) return { position = { line = line, character = column } } end

local function line(number) return vim.api.nvim_buf_get_lines(0, number, number + 1, false)[1] end

local function trial(folder)
  vim.fn.writefile(vim.split(RACE, "\n"), folder .. "/race.gdl", "b")
  vim.cmd("edit " .. folder .. "/race.gdl")
  local client = vim.lsp.start_client({ cmd = { vim.env.MEREL or "merel", "lsp" }, root_dir = folder })
  vim.lsp.buf_attach_client(0, client)

  -- A slip is underlined, and mended by the one action that is offered.
  await("the diagnostic", function() return #vim.diagnostic.get(0) > 0 end)
  local told = vim.diagnostic.get(0)
  same("diagnostics", #told, 1)
  same("place and code", { told[1].lnum, told[1].col, told[1].end_col, told[1].code }, { 9, 2, 6, "M0201" })
  local here = { start = { line = 9, character = 2 }, ["end"] = { line = 9, character = 6 } }
  local actions = ask("codeAction", { range = here, context = { diagnostics = {} } })
  local first = actions[1].edit or error("the action has no edit", 0)
  vim.lsp.util.apply_workspace_edit(first, "utf-16")
  same("the mended line", line(9), "  Man steps forward")
  await("silence", function() return #vim.diagnostic.get(0) == 0 end)

  -- What is asked about the words.
  local hover = ask("hover", at(9, 8)).contents.value
  same("hover", hover:find("`steps", 1, true), 1)
  local words = {}
  local completion = ask("completion", at(9, 6))
  for _, item in ipairs(completion.items or completion) do words[item.label] = true end
  same("completion", { words.steps, words.slides, words.players }, { true, true, nil })
  same("definition", ask("definition", at(9, 3))[1].range.start, { line = 5, character = 6 })
  same("references", #ask("references", vim.tbl_extend("force", at(9, 3), { context = { includeDeclaration = true } })), 4)

  -- A name is exchanged everywhere, in the buffer as in the answer.
  vim.lsp.util.apply_workspace_edit(ask("rename", vim.tbl_extend("force", at(5, 7), { newName = "Runner" })), "utf-16")
  same("the declaration", line(5):sub(1, 19), "piece Runner (Men) ")
  same("the set-up", line(6), "setup for each player { put Runner on my first row }")
  same("the moves", { line(9), line(10) }, { "  Runner steps forward", "  Runner steps forward-diagonal to empty or enemies" })
  vim.cmd("undo")

  -- A hundred broken lines, one after the other, leave the service at work.
  for round = 1, 100 do
    vim.api.nvim_buf_set_lines(0, 9, 10, false, { "  Man st" .. string.rep("e", round % 7) .. "ps forward " .. string.rep("{", round) })
  end
  await("the complaint", function() return #vim.diagnostic.get(0) > 0 end)
  vim.api.nvim_buf_set_lines(0, 9, 10, false, { "  Man steps forward" })
  await("silence again", function() return #vim.diagnostic.get(0) == 0 end)
  same("formatting", ask("formatting", { options = { tabSize = 2, insertSpaces = true } }), {})

  -- The service ends with the editor.
  vim.lsp.stop_client(client)
  await("the end of the service", function() return vim.lsp.client_is_stopped(client) end)
end

local folder = vim.fn.tempname()
vim.fn.mkdir(folder, "p")
local went, why = pcall(trial, folder)
vim.fn.delete(folder, "rf")
io.stdout:write(went and "neovim: the service answers\n" or ("neovim: " .. tostring(why) .. "\n"))
vim.cmd(went and "qa!" or "cq!")
