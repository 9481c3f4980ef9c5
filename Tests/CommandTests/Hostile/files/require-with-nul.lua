-- ends: 1 
require('a\0b')
