-- ends: 1 
require('io')
