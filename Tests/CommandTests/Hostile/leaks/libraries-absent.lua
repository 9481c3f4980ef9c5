-- ends: 0
assert(dofile == nil and loadfile == nil and warn == nil)
assert(os.execute == nil and os.exit == nil and os.remove == nil and os.tmpname == nil and os.setlocale == nil)
for _, name in ipairs{"sethook", "getlocal", "setlocal", "getupvalue", "setupvalue", "upvaluejoin", "upvalueid",
  "getregistry", "getmetatable", "setmetatable", "getuservalue", "setuservalue", "debug", "setcstacklimit"} do
  assert(debug[name] == nil, name)
end
assert(package.loadlib == nil and package.searchers == nil)
