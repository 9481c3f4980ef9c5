-- ends: 74 not a regular file
-- run: --allow-read /proc
assert(fs.read('/proc/self/environ'))
