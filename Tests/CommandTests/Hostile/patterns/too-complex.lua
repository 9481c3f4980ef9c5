-- ends: 1 pattern too complex
return (("a"):rep(1000)):find(("(a)?"):rep(0) .. ("a?"):rep(1000) .. "b")
