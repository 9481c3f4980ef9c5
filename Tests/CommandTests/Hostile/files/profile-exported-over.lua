-- ends: 74 belongs to the profile
-- run: --allow-write .
export.run{kind = 'sparks', file = 'p.db', replace = true}
