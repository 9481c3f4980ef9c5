-- ends: 1 expected a writer returned by csv.writer
csv.write({ id = 7 }, { a = 1 })
