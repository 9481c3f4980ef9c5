-- ends: 74 belongs to the profile
-- run: --allow-write .
fs.write('p.db', 'x')
