-- ends: 74 reading is not allowed
import.run{file = 'inside/data.csv', map = 'outside/secret'}
