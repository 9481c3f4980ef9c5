-- ends: 124 stopped: the time limit was reached | 1 
import.run{file = 'inside/bad.csv', format = 'sparks', on_reject = function() while true do end end}
error('no row was rejected')
