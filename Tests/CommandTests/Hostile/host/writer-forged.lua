-- ends: 1 this is no writer
csv.write({ id = 7 }, { a = 1 })
