-- ends: 74 writing is not allowed
fs.write("inside/../\u{301}x", "hi")
