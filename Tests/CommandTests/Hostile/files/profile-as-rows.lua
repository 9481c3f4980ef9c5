-- ends: 74 belongs to the profile
-- run: --allow-read .
csv.rows('p.db')()
