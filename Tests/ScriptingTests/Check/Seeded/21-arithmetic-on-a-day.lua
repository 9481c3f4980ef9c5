-- expected: 2 [wrong-operand] - needs numbers, got a string
print(clock.day() - 1)
