-- ends: 1 
require('debug')
