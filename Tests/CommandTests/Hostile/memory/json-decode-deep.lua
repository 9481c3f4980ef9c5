-- ends: 0 | 126 stopped: the memory limit was reached
local v, e = json.decode(('['):rep(1e6))
assert(v == nil and e.code == 'not_json')
