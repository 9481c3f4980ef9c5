-- ends: 74 not a regular file
-- run: --allow-read /dev
assert(fs.read('/dev/zero'))
