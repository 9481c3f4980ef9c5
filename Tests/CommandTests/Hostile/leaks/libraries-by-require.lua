-- ends: 0
-- What is read-only by name is by require, too, and has no more in it.
assert(require("debug") == debug and debug.getregistry == nil and debug.sethook == nil)
assert(require("io") == io and not pcall(function() require("io").write = print end))
assert(not pcall(require, "ffi"))
