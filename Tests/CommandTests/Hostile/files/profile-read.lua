-- ends: 74 belongs to the profile
-- run: --allow-read .
fs.read('p.db')
