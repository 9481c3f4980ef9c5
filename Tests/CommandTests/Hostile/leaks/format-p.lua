-- ends: 1 %p is not available
return string.format('%p', {})
