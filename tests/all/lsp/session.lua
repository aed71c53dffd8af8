-- What an author does in Neovim: opens a scenario, breaks it, asks, takes the fix, spells it. What comes of it is written
-- as JSON. Run as `nvim --headless --clean -c "luafile session.lua" FILE`, with MOUCHE the program and RESULT the file.
local told = {}

-- What columns count, as agreed with the program.
local units

-- The cursor may stand behind the last letter, as it does while one types.
vim.opt.virtualedit = "onemore"

local function waited(what, holds)
  if not vim.wait(20000, holds, 10) then
    told.waited_in_vain_for = what
    error(what)
  end
end

local function messages()
  return vim.tbl_map(function(one) return one.code .. ": " .. one.message end, vim.diagnostic.get(0))
end

-- The line and the column, in bytes, of the end of the only such piece.
local function place(piece)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, true)) do
    local _, last = line:find(piece, 1, true)
    if last then return number, last end
  end
  error("not in the file: " .. piece)
end

local function replace(piece, other)
  local line, last = place(piece)
  vim.api.nvim_buf_set_text(0, line - 1, last - #piece, line - 1, last, { other })
end

local function ask(method, piece, params)
  local line, last = place(piece)
  vim.api.nvim_win_set_cursor(0, { line, last })
  local made = vim.lsp.util.make_position_params(0, units)
  local answers = vim.lsp.buf_request_sync(0, method, vim.tbl_extend("force", made, params or {}), 20000)
  local _, answer = next(answers or {})
  return answer and answer.result
end

local function session()
  local ended = false
  local settings = {
    name = "mouche",
    cmd = { vim.env.MOUCHE, "lsp" },
    root_dir = vim.fn.getcwd(),
    on_exit = function(code)
      told.exit = code
      ended = true
    end,
  }
  local id
  if vim.lsp.start then
    id = vim.lsp.start(settings)
  else
    id = vim.lsp.start_client(settings)
    vim.lsp.buf_attach_client(0, id)
  end
  waited("an answer", function()
    local client = vim.lsp.get_client_by_id(id)
    units = client and client.offset_encoding
    return client and client.initialized
  end)
  local hover = ask("textDocument/hover", "tries ")
  told.hover = hover.contents.value
  told.sound = messages()

  replace("Denise takes 2", "Denise takes 4")
  waited("a mistake", function() return #vim.diagnostic.get(0) > 0 end)
  told.broken = messages()
  local one = vim.diagnostic.get(0)[1]
  told.underlined = vim.api.nvim_buf_get_text(0, one.lnum, one.col, one.end_lnum, one.end_col, {})[1]

  local line, last = place("takes 4")
  local range = { start = { line = line - 1, character = one.col }, ["end"] = { line = line - 1, character = one.col } }
  local actions = ask("textDocument/codeAction", "takes 4", { range = range, context = { diagnostics = {} } })
  told.action = actions[1].title
  vim.lsp.util.apply_workspace_edit(actions[1].edit, units)
  waited("the fix", function() return #vim.diagnostic.get(0) == 0 end)
  told.fixed = vim.api.nvim_get_current_line()

  -- Typed, so that what Neovim sends is what it sends of every keystroke.
  line, last = place("3. Claude A♠")
  vim.api.nvim_win_set_cursor(0, { line, last - 1 })
  vim.api.nvim_feedkeys("A, Denise ", "ntx", false)
  local offered = ask("textDocument/completion", "3. Claude A♠, Denise ")
  local items = vim.lsp.util.text_document_completion_list_to_complete_items(offered, "")
  told.offered = vim.tbl_map(function(item) return item.word end, vim.list_slice(items, 1, 3))
  told.said = offered[2].detail
  vim.cmd("undo")

  replace("Denise Q♥", "Denise QH")
  if vim.lsp.buf.format then vim.lsp.buf.format({ async = false }) else vim.lsp.buf.formatting_sync(nil, 20000) end
  told.spelled = vim.api.nvim_buf_get_lines(0, place("1. Claude") - 1, place("1. Claude"), true)[1]

  local outline = ask("textDocument/documentSymbol", "1. Claude")
  told.outline = vim.tbl_map(function(part) return part.name end, outline[1].children)

  vim.lsp.stop_client(id)
  waited("an end", function() return ended end)
end

local done, wrong = pcall(session)
if not done then told.wrong = tostring(wrong) end
vim.fn.writefile({ vim.fn.json_encode(told) }, vim.env.RESULT)
vim.cmd("qall!")
