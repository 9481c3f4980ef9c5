-- ends: 74 writing is denied by --deny-write
-- run: --deny-write inside
fs.write('inside/new', 'x')
