-- expected: 2 [wrong-argument] field "title": expected string, got number
spark.add{title = 5, category = "idea"}
