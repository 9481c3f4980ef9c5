-- ends: 1 nothing is to be kept
local x <close> = setmetatable({}, { __close = function() spark.add{title = 's', category = 'idea'} end })
error('nothing is to be kept')
