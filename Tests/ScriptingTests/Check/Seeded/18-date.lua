-- expected: 2 [wrong-argument] got "2026-13-40"
print(clock.day("2026-13-40"))
