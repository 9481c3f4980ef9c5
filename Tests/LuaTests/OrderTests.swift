import Lua
import Testing

@Suite struct OrderTests {
  @Test func `pairs returns the sequence, numbers, strings, booleans, then others by creation`() {
    let code = """
      local a, b = {}, print
      tostring(b) tostring(a)
      local t = { 'one', 'two', zeta = 1, alpha = 2, [10] = 'ten', [-1.5] = 'neg', [false] = 0,
        [true] = 1, [a] = 'a', [b] = 'b', ['al'] = 3, [2.5] = 'half' }
      local keys = {}
      for k in pairs(t) do keys[#keys + 1] = tostring(k) end
      return table.concat(keys, ' ')
      """
    #expect(
      texts(code) == ["1 2 -1.5 2.5 10 al alpha zeta false true function: 1 table: 2"])
  }

  @Test func `next has the same order as pairs`() {
    let code = """
      local tables = {
        {}, { 1, 2, 3 }, { a = 1 }, { a = 1, b = 2, c = 3 }, { 1, nil, 3, [5.5] = 0, [5] = 1, [6] = 2 },
        { 1, 2, x = 1, [true] = 2, [0] = 3, [-7] = 4, [1e300] = 5 },
      }
      local out = {}
      for i, t in ipairs(tables) do
        local byPairs, byNext = {}, {}
        for k, v in pairs(t) do byPairs[#byPairs + 1] = tostring(k) .. '=' .. v end
        local k, v = next(t)
        while k ~= nil do
          byNext[#byNext + 1] = tostring(k) .. '=' .. v
          k, v = next(t, k)
        end
        local p, n = table.concat(byPairs, ' '), table.concat(byNext, ' ')
        out[#out + 1] = p == n and p or (p .. ' / ' .. n)
      end
      return table.concat(out, '; ')
      """
    #expect(
      texts(code) == [
        "; 1=1 2=2 3=3; a=1; a=1 b=2 c=3; 1=1 3=3 5=1 5.5=0 6=2; "
          + "1=1 2=2 -7=4 0=3 1e+300=5 x=1 true=2"
      ])
  }

  @Test func `fields may be cleared during a traversal`() {
    let code = """
      local t = { 1, 2, 3, a = 1, b = 2, c = 3 }
      local n = 0
      for k in pairs(t) do t[k] = nil n = n + 1 end
      local m = 0
      for i = 1, 500 do t['k' .. i] = i end
      while next(t) do local k = next(t) t[k] = nil m = m + 1 end
      local u, seen = { x = 1, y = 2, z = 3 }, {}
      local k = next(u)
      while k do u[k] = nil seen[#seen + 1] = k k = next(u, k) end
      return n, m, next(t) == nil, table.concat(seen)
      """
    #expect(
      run(code).values == [.integer(6), .integer(500), .boolean(true), .text("xyz")])
  }

  @Test func `a traversal with next after removing keys misses none`() {
    let code = """
      local t = {}
      for i = 1, 20 do t['k' .. i] = i end
      for i = 1, 5 do local k = next(t) t[k] = nil end
      t.a, t.zz = 1, 2
      local seen, n = {}, 0
      local k = next(t)
      while k do
        assert(not seen[k], k)
        seen[k] = true
        n = n + 1
        k = next(t, k)
      end
      for key in pairs(t) do assert(seen[key], key) end
      return n
      """
    #expect(run(code).values == [.integer(17)])
  }

  @Test func `next rejects a key that is not in the table`() {
    #expect(
      texts("return select(2, pcall(next, { a = 1, b = 2 }, 'c'))")
        == ["next: this key is not in the table"])
  }

  @Test func `pairs honours its metamethod`() {
    let code = """
      local t = setmetatable({}, { __pairs = function() return ipairs({ 7, 8 }) end })
      local s = 0
      for _, v in pairs(t) do s = s + v end
      return s
      """
    #expect(run(code).values == [.integer(15)])
  }

  @Test func `tables as keys, never shown, come in the same order in every run`() {
    let code = """
      local t, names = {}, {}
      for i = 1, 200 do
        local junk = ('j'):rep(i)
        local key = { i }
        t[key] = i
      end
      for i = 1, 50 do t[function() return i end] = 1000 + i end
      local out = {}
      for k, v in pairs(t) do out[#out + 1] = v end
      return table.concat(out, ' ')
      """
    let first = texts(code)
    #expect(first == texts(code))
    #expect(first == texts(code))
  }

  /// Freed memory is used again in another order than that of addresses.
  @Test(arguments: ["{}", "function() return i end", "coroutine.create(print)"])
  func `objects as keys come in the order of their creation`(object: String) {
    let code = """
      local wrong = 0
      for round = 1, 2000 do
        local t, expected = {}, 0
        for i = 1, 20 do t[\(object)] = i end
        for _, i in pairs(t) do
          expected = expected + 1
          if i ~= expected then wrong = wrong + 1 end
        end
      end
      return wrong
      """
    #expect(run(code).values == [.integer(0)])
  }

  @Test func `tostring shows a serial number, and always the same for one object`() {
    let code = """
      local a, b = {}, {}
      local co = coroutine.create(print)
      return tostring(a), tostring(b), tostring(a), tostring(print), tostring(co),
        string.format('%s|%5s|%s', b, 'x', setmetatable({}, { __tostring = function() return 'T' end })),
        tostring(setmetatable({}, { __name = 'Spark' }))
      """
    #expect(
      texts(code) == [
        "table: 1", "table: 2", "table: 1", "function: 3", "thread: 4", "table: 2|    x|T",
        "Spark: 5",
      ])
  }

  @Test func `no address can be seen`() {
    #expect(
      texts("return select(2, pcall(string.format, '%d %p', 1, {}))") == [
        "string.format: %p is not available, as it would show an address"
      ])
    #expect(texts("return string.format('%d%% %s', 1, 'p')") == ["1% p"])
    #expect(texts("return ('%5.1f'):format(2.25)") == ["  2.2"])
  }

  @Test func `sorting keys of all sizes agrees with a plain sort`() {
    let code = """
      for _, n in ipairs { 1, 2, 5, 12, 13, 100, 5000 } do
        local t, keys = {}, {}
        for i = 1, n do
          local k = 'k' .. (i * 7919 % 10007)
          t[k] = i
        end
        for k in pairs(t) do keys[#keys + 1] = k end
        for i = 2, #keys do assert(keys[i - 1] < keys[i]) end
        assert(#keys == n)
      end
      return 'good'
      """
    #expect(texts(code) == ["good"])
  }
}
