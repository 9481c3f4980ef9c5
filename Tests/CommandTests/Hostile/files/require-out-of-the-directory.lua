-- ends: 1 
require('..files.traversal')
