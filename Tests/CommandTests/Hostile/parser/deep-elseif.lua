-- ends: 0
assert(load('if a then ' .. ('elseif a then '):rep(1e4) .. 'end'))
