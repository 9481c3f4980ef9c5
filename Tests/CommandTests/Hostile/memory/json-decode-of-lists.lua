-- ends: 124 stopped: the time limit was reached | 126 stopped: the memory limit was reached
json.decode('[' .. ('[[]],'):rep(1e6) .. '1]')
