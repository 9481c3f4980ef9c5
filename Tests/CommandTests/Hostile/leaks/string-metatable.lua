-- ends: 1 
getmetatable('').__index = function() return 'stolen' end
