-- ends: 0
io.stderr:write("\27[2J\0\7 \u{202E}\r", "\n\n", "\n", 1)
