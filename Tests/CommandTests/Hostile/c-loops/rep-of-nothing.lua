-- ends: 0
return #string.rep('', 1e18 // 1 | 0)
