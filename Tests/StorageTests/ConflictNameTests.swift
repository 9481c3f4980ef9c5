import Testing

@testable import Storage

struct `Names of files that were changed in two places` {
  @Test(arguments: [
    ("phone.sync-conflict-20261128-183000-ABCDEFG.txt", "phone.txt"),
    ("phone (Anna's conflicted copy 2026-11-28).txt", "phone.txt"),
    ("phone (conflicted copy 2026-11-28 183000).txt", "phone.txt"),
    ("phone.txt", "phone.txt"), ("my phone (new).txt", "my phone (new).txt"),
    ("(conflicted copy).txt", ".txt"), ("phone", "phone"), ("", ""),
    ("phone.sync-conflict-20261128-183000-ABCDEFG", "phone"),
  ])
  func `lead back to the name of the file`(name: String, original: String) {
    #expect(ConflictName.original(of: name) == original)
  }
}
