-- ends: 1 stopped: the output limit was reached
for i = 1, math.maxinteger do progress(i % 10, 9, ('flood '):rep(100)) end
