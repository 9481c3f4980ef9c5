-- ends: 74 belongs to the profile
-- run: --allow-read .
import.run{file = 'p.db'}
