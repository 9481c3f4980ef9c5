-- ends: 1 
setmetatable('', {})
