-- expected: 2 [unknown-field] (did you mean "delimiter"?)
for row in csv.rows("a.csv", {delimeter = ";"}) do print(row.title) end
