import Testing

@testable import Commands

/// The words of a line, as a shell quotes them.
struct `Words of a line` {
  @Test(arguments: [
    ("mood good", ["mood", "good"]), ("  a \t b ", ["a", "b"]), ("", []),
    (#"spark "Ran 5 km" energy"#, ["spark", "Ran 5 km", "energy"]),
    ("spark 'Ran 5 km' energy", ["spark", "Ran 5 km", "energy"]),
    (#"a\ b c\\d \"e"#, ["a b", #"c\d"#, "\"e"]),
    (#""a \" \\ \$ \` \n" '\'"#, [#"a " \ $ ` \n"#, #"\"#]),
    (#"--note='Slept well' """#, ["--note=Slept well", ""]),
    ("it\\'s 'it'\\''s'", ["it's", "it's"]),
    // Nothing is expanded, and # begins no comment within a line.
    ("$HOME `x` ~ * a#b # c", ["$HOME", "`x`", "~", "*", "a#b", "#", "c"]),
  ])
  func `are those of a POSIX shell without expansion`(line: String, words: [String]) throws {
    #expect(try LineWords.words(of: line) == words)
  }

  @Test(arguments: [
    ("task “Buy milk” x", ["task", "Buy milk", "x"]), ("‘a b’ c", ["a b", "c"]),
    ("„Guten Morgen“ x", ["Guten Morgen", "x"]), ("”Hej hej” x", ["Hej hej", "x"]),
    ("I don’t know", ["I", "don’t", "know"]), ("‘I don’t know’ x", ["I don’t know", "x"]),
    (#""He said “hi”" x"#, ["He said “hi”", "x"]),
  ])
  func `may be quoted with the marks of a telephone`(line: String, words: [String]) throws {
    #expect(try LineWords.words(of: line) == words)
  }

  @Test(arguments: [
    (
      "journal I don't know",
      "the apostrophe of don't begins a quotation, as in a shell; write the text in double quotes, or "
        + "\\' for the apostrophe"
    ),
    (
      // Two apostrophes would be a quotation, and both would be lost.
      "journal don't and won't",
      "the apostrophe of don't begins a quotation, as in a shell; write the text in double quotes, or "
        + "\\' for the apostrophe"
    ),
    (
      "spark \"Ran 5 km",
      "the quotation that begins with \"Ran 5 km does not end; add the mark at its end, or write \\\" "
        + "for the character"
    ),
    ("spark a\\", "the line ends with \\, which takes a character behind it"),
  ])
  func `say how to write what has no end`(line: String, message: String) {
    let error = #expect(throws: (any Error).self) { try LineWords.words(of: line) }
    #expect(error.map { String(describing: $0) } == message)
  }
}
