-- ends: 1 
require('_G')
