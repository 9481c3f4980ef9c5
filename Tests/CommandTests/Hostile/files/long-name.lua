-- ends: 74 File name too long
fs.write('inside/' .. ('x'):rep(300), 'x')
