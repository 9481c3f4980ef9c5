-- ends: 74 writing is not allowed
fs.write("inside/linked/\u{301}x", "hi")
