-- ends: 124 stopped: the time limit was reached
return ((" "):rep(3e6) .. "x" .. (" "):rep(3e6) .. "x"):match("^%s*(.-)%s*$") .. (" "):rep(1e6):match("^(.-)%s*x$")
