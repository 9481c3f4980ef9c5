-- ends: 0
assert(io.read() == nil and io.read() == nil)
for _, read in ipairs{fs.read, fs.lines, csv.rows, io.lines} do assert(not pcall(read, "-")) end
assert(not pcall(import.run, {file = "-"}) and not fs.exists("-"))
