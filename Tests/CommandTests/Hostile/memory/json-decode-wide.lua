-- ends: 124 stopped: the time limit was reached | 126 stopped: the memory limit was reached
json.decode('[' .. ('1,'):rep(4e6) .. '1]')
