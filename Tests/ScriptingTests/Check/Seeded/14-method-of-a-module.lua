-- expected: 2 [wrong-argument] called with a colon
print(spark:get("last").title)
