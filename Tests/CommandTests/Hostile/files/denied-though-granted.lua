-- ends: 74 reading is denied by --deny-read
-- run: --deny-read inside/data.csv
fs.read('inside/data.csv')
