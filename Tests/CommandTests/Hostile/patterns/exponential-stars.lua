-- ends: 124 stopped: the time limit was reached
return (("a"):rep(200000)):find(("a*"):rep(40) .. "b")
