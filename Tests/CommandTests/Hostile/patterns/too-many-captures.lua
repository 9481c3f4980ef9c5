-- ends: 1 too many captures
return ("a"):find(("()"):rep(33))
