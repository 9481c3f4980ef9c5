-- expected: 4 [unreachable-code] never reached
local function first()
  do return 1 end
  print("done")
end
print(first())
