-- ends: 74 reading is not allowed
import.run{files = { 'inside/data.csv', 'outside/secret' }}
