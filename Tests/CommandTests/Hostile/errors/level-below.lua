-- ends: 1 down there
error('down there', math.mininteger)
