-- ends: 1 invalid conversion
return string.format('%999999d', 1)
