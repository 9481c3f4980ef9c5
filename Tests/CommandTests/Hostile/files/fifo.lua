-- ends: 74 not a regular file
fs.read('inside/fifo')
