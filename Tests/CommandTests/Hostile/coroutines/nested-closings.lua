-- ends: 1 too many nested closings of coroutines
-- run: --time 600s --max-memory 256MiB
-- Debian's Lua 5.4.4 overruns its stack here.
local co
for i = 1, 40000 do
  local inner = co
  co = coroutine.create(function()
    local x <close> = setmetatable({}, { __close = function()
      if inner then assert(coroutine.close(inner)) end
    end })
    coroutine.yield()
  end)
  coroutine.resume(co)
end
assert(coroutine.close(co))
