-- ends: 1 42
error(42)
