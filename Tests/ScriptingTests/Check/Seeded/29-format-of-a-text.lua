-- expected: 2 [wrong-argument] %d needs a number
print(string.format("%d points", "many"))
