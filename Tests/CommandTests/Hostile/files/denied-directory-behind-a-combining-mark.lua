-- ends: 74 writing is denied by --deny-write
-- run: --deny-write inside/folder
fs.write("inside/folder/\u{301}x", "hi")
