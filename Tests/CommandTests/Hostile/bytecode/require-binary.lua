-- ends: 1 attempt to load a binary chunk
require('bytecode_module')
