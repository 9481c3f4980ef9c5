-- expected: 2 [unknown-field] (did you mean "note"?)
mood.record(nil, "good", {nots = "Sun at last"})
