-- ends: 1 
require('/etc/passwd')
