-- ends: 1 
require('linked_module')
