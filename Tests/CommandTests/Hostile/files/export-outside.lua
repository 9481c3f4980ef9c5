-- ends: 74 writing is not allowed
export.run{kind = 'sparks', file = 'outside/new.csv'}
