-- ends: 124 stopped: the time limit was reached
return (("a"):rep(60000)):find("(.*)(.*)%1%2b")
