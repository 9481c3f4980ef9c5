-- ends: 1 fs.read, fs.lines and csv.rows read files
require('io').open('/etc/passwd')
