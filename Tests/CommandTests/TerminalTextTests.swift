import Foundation
import Testing

/// Text of scripts and profiles is escaped on a terminal; a pipe receives the bytes unchanged.
struct `Text on a terminal` {
  private static let converse = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Terminal/converse.py").path

  /// Returns the output of a command on a pseudoterminal.
  private func terminal(_ command: String, in scratch: borrowing Scratch) throws -> String {
    try "".write(
      to: scratch.url.appendingPathComponent("dialogue"), atomically: true, encoding: .utf8)
    return try Shell.run(
      "TERM=xterm python3 '\(Self.converse)' dialogue \(command)", in: scratch.url
    ).output
  }

  /// Sequences that write the clipboard, colour and reverse a line, a C1 control character, and invalid
  /// bytes.
  private static let hostile = #"\27]52;c;eA==\7\27[31mred\u{202e}txt\u{9b}31m\155\u{61c}\rover"#
  private static let shown =
    #"\u{1b}]52;c;eA==\u{7}\u{1b}[31mred\u{202e}txt\u{9b}31m\x9b\u{61c}\rover"#

  @Test(arguments: [
    "print('\(hostile)')",
    "return '\(hostile.replacing(#"\155"#, with: ""))'",
    // In pieces that split characters.
    "for i = 1, 9000 do print('12345\(hostile)') end",
  ])
  func `control characters of print and results are escaped on a terminal`(code: String) throws {
    let scratch = try Scratch()
    let text = try terminal(
      "flint eval --scratch --quiet \"\(code.replacing("\\", with: "\\\\"))\"", in: scratch)
    let isText = !code.contains(#"\155"#)
    let shown = isText ? Self.shown.replacing(#"\x9b"#, with: "") : Self.shown
    #expect(text.contains(shown), "\(text.debugDescription.prefix(500))")
    let bad = text.unicodeScalars.first { scalar in
      ![9, 10, 13].contains(scalar.value)
        && (scalar.properties.isBidiControl || scalar.properties.generalCategory == .control)
    }
    #expect(bad == nil)
  }

  @Test func `a pipe receives text unchanged`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      #"flint eval --scratch --quiet "print('\27[31m\u{202e}') return '\27[0m'" | od -An -tx1"#,
      in: scratch.url)
    #expect(result.output == " 1b 5b 33 31 6d e2 80 ae 0a 1b 5b 30 6d 0a\n")
  }

  @Test func `tabs, line breaks and letters of all scripts are not escaped`() throws {
    let scratch = try Scratch()
    let text = try terminal(
      #"flint eval --scratch --quiet "print('Grüße\tשלום\r\n日本 👍🏽 e\u{301}')""#, in: scratch)
    #expect(text == "Grüße\tשלום\r\r\n日本 👍🏽 e\u{301}\r\n")
  }

  /// A line of more than 64 KiB is written at once, and its end after it. Its last byte means something
  /// only with the next one: the first of a line end, and the first of a character, which never comes.
  @Test func `what is split over two writes is shown whole`() throws {
    let scratch = try Scratch()
    let text = try terminal(
      #"""
      flint eval --scratch --quiet \
        'local x = ("x"):rep(65536) print(x .. "\r") print(x .. "\xC3")'
      """#, in: scratch)
    // The terminal puts a carriage return before each line feed.
    let shown = text.replacing(String(repeating: "x", count: 65_536), with: "X")
    #expect(shown == "X\r\r\nX\\xc3\r\n", "\(shown.debugDescription.suffix(100))")
  }

  @Test func `control characters of a script's help are escaped`() throws {
    let scratch = try Scratch()
    try #"args.parse{summary = "\27]0;owned\7\u{202e}x", {"--a", help = "\27[31mred"}}"#.write(
      to: scratch.url.appendingPathComponent("s.lua"), atomically: true, encoding: .utf8)
    let text = try terminal("flint run --scratch --quiet s.lua -- --help", in: scratch)
    #expect(text.contains(#"\u{1b}]0;owned\u{7}\u{202e}x"#), "\(text.debugDescription)")
    #expect(!text.contains("\u{1b}"))
  }

  @Test func `control characters in tables are always escaped`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      #"""
      flint eval --quiet --db p.db --seed 7 --zone UTC --now 2026-03-01T10:00 \
        "spark.add{title = 'a\27[31m\u{202e}b\u{200f}c\u{2028}d\ne', category = 'idea'} return 1"
      flint sparks --db p.db
      """#, in: scratch.url)
    #expect(
      result.output.contains(#"a\u{1b}[31m\u{202e}b\u{200f}c\u{2028}d\ne"#), "\(result.output)")
  }

  @Test func `results count toward the output limit`() throws {
    let scratch = try Scratch()
    for code in [
      #"return ("x"):rep(1e6)"#, #"print(("x"):rep(600)) return ("x"):rep(600)"#,
    ] {
      let result = try Shell.run(
        "flint eval --create --db p.db --quiet --max-output 1KiB 'spark.add{title = \"t\", category = "
          + "\"idea\"} \(code)' > out; rc=$?; flint eval --db p.db 'spark.count()'; wc -c < out; "
          + "exit $rc", in: scratch.url)
      #expect(result.status == 1)
      #expect(result.output.contains("stopped: the output limit was reached"), "\(result.output)")
      #expect(result.output.contains("\n0\n"), "\(result.output)")
    }
    let result = try Shell.run(
      #"flint eval --db p.db --quiet --max-output 1KiB 'return ("x"):rep(1023)'"#, in: scratch.url)
    #expect(result.output == String(repeating: "x", count: 1023) + "\n")
  }
}
