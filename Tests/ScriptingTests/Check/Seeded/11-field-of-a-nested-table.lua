-- expected: 2 [unknown-field] unknown field "where.catgory"
print(#stats.series{metric = "sparks", where = {catgory = "idea"}})
