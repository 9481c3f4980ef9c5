-- ends: 1 
error(setmetatable({}, { __name = '\27[2J\0' }))
