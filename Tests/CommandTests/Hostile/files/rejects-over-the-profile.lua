-- ends: 74 belongs to the profile
-- run: --allow-write .
import.run{file = 'inside/bad.csv', format = 'sparks', rejects = 'p.db'}
