-- ends: 74 not a regular file
-- run: --allow-read /dev
fs.read('/dev/zero')
