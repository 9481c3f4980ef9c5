-- ends: 1 deep
local function deep(n) if n == 0 then error('deep') end deep(n - 1) return 1 end
deep(10000)
