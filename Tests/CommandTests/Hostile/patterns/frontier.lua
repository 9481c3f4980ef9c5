-- ends: 124 stopped: the time limit was reached
return (("ab "):rep(300000)):find(("%f[%w].-"):rep(12) .. "z")
