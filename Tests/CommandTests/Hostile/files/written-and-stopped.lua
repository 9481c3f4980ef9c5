-- ends: 124 stopped: the time limit was reached
fs.write('inside/new.txt', 'x')
local w = csv.writer('inside/new.csv', { 'a' })
w:write{a = 1}
while true do end
