-- ends: 1 malformed pattern (missing ']')
return ("a"):find("[a")
