-- expected: 2 [unknown-field] profile().level
print(profile.level)
