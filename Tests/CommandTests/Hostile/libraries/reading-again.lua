-- ends: 74 standard input can be read only once
assert(io.read("a") == "")
fs.read("-")
