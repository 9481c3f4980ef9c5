-- ends: 124 stopped: the time limit was reached
return (("a"):rep(100000)):gsub(("a-"):rep(20) .. "b", "")
