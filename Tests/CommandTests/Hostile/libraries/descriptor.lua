-- ends: 1 io.open: fs.read
io.open(3)
