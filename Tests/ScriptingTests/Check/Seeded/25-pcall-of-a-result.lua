-- expected: 2 [wrong-argument] expected a function
print(pcall(clock.day("today")))
