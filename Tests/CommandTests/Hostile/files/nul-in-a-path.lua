-- ends: 74 
fs.read('inside/data.csv\0.txt')
