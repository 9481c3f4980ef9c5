-- ends: 124 stopped: the time limit was reached
return (("x"):rep(20000)):find(".-.-.-.-y")
