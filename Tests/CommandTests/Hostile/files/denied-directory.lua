-- ends: 74 reading is denied by --deny-read
-- run: --deny-read inside/folder
fs.read('inside/folder/deep.txt')
