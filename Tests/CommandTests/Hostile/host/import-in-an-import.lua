-- ends: 1 
import.run{file = 'inside/bad.csv', format = 'sparks', on_reject = function() import.run{file = 'inside/data.csv'} end}
error('end')
