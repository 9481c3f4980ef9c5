-- ends: 124 stopped: the time limit was reached
return (("a"):rep(40)):find(("a?"):rep(40) .. ("a"):rep(41))
