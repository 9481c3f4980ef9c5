-- expected: 3 [accidental-global] "sum"
local function add(a, b)
  sum = a + b
  return sum
end
print(add(1, 2))
