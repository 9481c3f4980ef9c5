-- expected: 2 [wrong-argument] field "title": expected string, got nothing
spark.add{category = "idea"}
