-- expected: 2 [unknown-field] (did you mean "note"?)
habit.skip("Read", nil, {nots = "ill"})
