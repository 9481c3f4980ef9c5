-- expected: 2 [impossible-comparison] call the function
if clock.zone == "UTC" then print("UTC") end
