-- expected: 2 [unknown-function] (did you mean "complete"?)
task.complet("Water the plants")
