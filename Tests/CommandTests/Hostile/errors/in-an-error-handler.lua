-- ends: 1 
error(select(2, xpcall(error, function() error('handler') end)))
