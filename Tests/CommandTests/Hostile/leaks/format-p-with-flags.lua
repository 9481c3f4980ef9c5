-- ends: 1 %p is not available
return string.format('%-20p', print)
