-- ends: 1 
local w = csv.writer('inside/w.csv', { 'a' })
w:close()
w:write{a = 1}
