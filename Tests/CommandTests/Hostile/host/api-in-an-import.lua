-- ends: 1 cannot be used while
import.run{file = 'inside/data.csv', map = { kind = 'spark', columns = { title = function(row) spark.add{title = 'x', category = 'idea'} return 'x' end, category = 'category', at = 'at' } }, on_reject = function(row) error(row.reason) end}
