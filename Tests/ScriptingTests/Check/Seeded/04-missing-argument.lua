-- expected: 2 [wrong-argument] argument 1 "id": expected string, got nothing
print(task.complete())
