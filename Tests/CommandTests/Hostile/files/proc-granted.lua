-- ends: 74 not a regular file
-- run: --allow-read /proc
fs.read('/proc/self/environ')
