-- ends: 74 reading is not allowed
fs.read('inside-not/secret')
