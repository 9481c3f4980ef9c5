-- ends: 74 print writes to standard output
fs.write("-", "x")
