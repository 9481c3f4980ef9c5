-- ends: 1 
local function deep(s) return s:gsub('.', deep) end
deep('x')
