-- Random patterns over random subjects, with all results, errors included.
local seed = ...
local state = math.tointeger(seed) or 1

local function random(n)
  state = (state * 6364136223846793005 + 1442695040888963407)
  return ((state >> 33) % n) + 1
end

local function pick(list) return list[random(#list)] end

local function show(...)
  local texts = {}
  for i = 1, select("#", ...) do
    local value = select(i, ...)
    texts[i] = type(value) == "string" and ("%q"):format(value) or tostring(value)
  end
  return table.concat(texts, " ")
end

local items = {
  "a", "b", ".", "%a", "%A", "%d", "%s", "%w", "%p", "%x", "%u", "%l", "%c", "%g", "%%", "%.",
  "[ab]", "[^ab]", "[a-c]", "[%d_]", "[]]", "[^]]", "[%]]", "[a-]", "[-a]", "[^%s%w]", "x", "(", ")",
  "()", "(a)", "(.)", "%1", "%2", "%b()", "%bab", "%f[%w]", "%f[^a]", "^", "$", "*", "+", "-", "?",
  "[", "]", "%", "\0", "%z", "\200", "[\128-\255]", " ", "%S", "%W", "%D", "[%a-z]", "[^", "%f", "%b",
  "%bx", "%0", "%9",
}
local suffixes = { "", "", "", "*", "+", "-", "?" }
local letters = { "a", "b", "x", "(", ")", " ", "1", "_", "]", "-", "%", "\0", "\200", "A", "\n", "." }

local function pattern()
  local parts = {}
  if random(5) == 1 then parts[1] = "^" end
  for _ = 1, random(5) do
    parts[#parts + 1] = pick(items) .. pick(suffixes)
    if random(6) == 1 then parts[#parts] = "(" .. parts[#parts] .. ")" end
  end
  if random(6) == 1 then parts[#parts + 1] = "$" end
  return table.concat(parts)
end

local function subject()
  local parts = {}
  for i = 1, random(12) - 1 do parts[i] = pick(letters) end
  return table.concat(parts)
end

local replacements = {
  "", "<%0>", "%1", "%2%1", "%%", "%", "x%9", "%a", "a\0b", 7, 1.5, { a = "A", b = false, x = 9 },
  function(...) return select("#", ...) .. show(...) end, function() end,
  function() return {} end, { a = {} }, print == nil, io == nil,
}

for _ = 1, 4000 do
  local s, p = subject(), pattern()
  local init = random(4) == 1 and random(20) - 10 or nil
  print(show(p, s, init))
  print("find", show(pcall(string.find, s, p, init)))
  print("plain", show(pcall(string.find, s, p, init, true)))
  print("match", show(pcall(string.match, s, p, init)))
  print("gsub", show(pcall(string.gsub, s, p, pick(replacements), random(3) == 1 and random(5) - 2 or nil)))
  print("gmatch", show(pcall(function()
    local all = {}
    for a, b, c in s:gmatch(p, init) do
      all[#all + 1] = show(a, b, c)
      if #all > 30 then break end
    end
    return table.concat(all, ";")
  end)))
  print("rep", show(pcall(string.rep, s, random(7) - 2, random(2) == 1 and p or nil)))
end

for _, call in ipairs {
  { string.find }, { string.find, "a" }, { string.find, {}, "a" }, { string.match, "a", print },
  { string.gsub, "a", "a" }, { string.gsub, "a", "a", true }, { string.gsub, "a", "a", "b", "x" },
  { string.find, "b", ("a*"):rep(250) }, { string.find, "b", ("a-"):rep(250) .. "b" },
  { string.find, ("x"):rep(9000000) .. "yz", "yz", 1, true }, { string.find, ("x"):rep(4194303) .. "yz", "yz" },
  { string.find, "x", "", 2, true },
  { string.rep, "x" }, { string.rep, "xy", math.maxinteger }, { string.rep, "x", "3" }, { string.rep, "x", 1.5 },
  { string.gmatch, "x" }, { string.gmatch, nil, "x" }, { string.find, "a", ("("):rep(40) },
  { string.find, ("a"):rep(300), ("a?"):rep(300) }, { string.find, "x", "a", math.mininteger },
  { string.find, "x", "x", math.maxinteger }, { string.find, "", "" }, { string.find, "", "", 2 },
  { string.find, 12, 2 }, { string.gsub, "abc", "%w", "%0%0", -1 }, { string.gsub, "", "", "x" },
  { string.gsub, "hello world", "", "-" }, { string.gsub, "abc", "^a", "x" }, { string.gsub, "aaa", "^", "x" },
  { string.gsub, "a.b.c", "%.", "%%" }, { string.rep, "", 9, "" }, { string.rep, "ab", 3, "," },
} do
  print(show(pcall(table.unpack(call))))
end
for c = 0, 255 do
  local classes = {}
  for letter in ("acdglpsuwxzACDGLPSUWXZ"):gmatch(".") do
    classes[#classes + 1] = string.char(c):find("%" .. letter) and letter or "."
  end
  print(c, table.concat(classes))
end
