-- expected: 2 [wrong-argument] has 2 directives
print(string.format("%d of %d", 3))
