-- ends: 126 stopped: the memory limit was reached
return string.rep('', 1 << 40, 'x')
