-- ends: 0
local _ENV = { pcall = pcall, load = load }
local f = load("x = 1 return x", "x", "t", {})
pcall(f)
y = 2
