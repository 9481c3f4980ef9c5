-- ends: 74 not a regular file
csv.rows('inside/fifo')()
