-- ends: 74 
for _, p in ipairs { '', '.', '..', '/', 'inside/', 'inside/.', 'inside/..' } do assert(not pcall(fs.write, p, 'x'), p) end
fs.write('', 'x')
