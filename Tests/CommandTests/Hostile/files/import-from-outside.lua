-- ends: 74 reading is not allowed
import.run{file = 'outside/secret'}
