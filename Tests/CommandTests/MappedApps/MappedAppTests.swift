import Foundation
import Testing

/// A made file of an app, with what an import records of it.
struct AppExample: CustomTestStringConvertible {
  /// The name in `examples/data/imports`.
  let name: String
  let app: String
  /// The line of the report with the counts.
  let counts: String
  /// The options that the import needs.
  let options: String
  /// The entries as `flint export` writes them, in any order.
  let entries: [String]

  init(
    _ name: String, _ app: String, _ counts: String, options: String = "", _ entries: String
  ) {
    self.name = name
    self.app = app
    self.counts = counts
    self.options = options
    self.entries = entries.split(separator: "\n").map(String.init)
  }

  static let all = culture + training + health
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "examples/data/imports").path

  var testDescription: String { name }
}

struct `A file of an app that a mapping reads` {
  private static let columns = "at,tracker,kind,value,title,notes,tags,key"

  @Test(arguments: AppExample.all)
  func `is recognised, recorded as it should be, and known the second time`(
    file: AppExample
  ) throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      cp '\(AppExample.folder)/\(file.name)' .
      flint init --quiet --db p.db --seed 7 --zone Europe/Rome --now 2026-03-01
      flint import --db p.db --now 2026-03-01 \(file.options) \(file.name) 2>&1 | head -2
      flint import --db p.db --now 2026-03-01 \(file.options) \(file.name) 2>&1 | grep -o 'added [0-9]*'
      flint verify --quiet --db p.db; echo $?
      flint export entries --db p.db --columns \(Self.columns)
      """, in: scratch.url)
    let lines = result.output.split(separator: "\n").map(String.init)
    let first = ["\(file.name) (\(file.app)), batch 1", "  \(file.counts)", "added 0", "0"]
    #expect(Array(lines.prefix(4)) == first, "\(result.output)")
    #expect(Array(lines.dropFirst(5)).sorted() == file.entries.sorted(), "\(result.output)")
  }

  @Test(arguments: AppExample.all)
  func `has a mapping that is listed, shown as a file, and taken by its name`(
    file: AppExample
  ) throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      flint import --formats | grep -c '^\(file.app) '
      flint import --formats \(file.app) | grep -c '^return {' > tables; test -s tables; echo $?
      flint import --create --quiet --db p.db --seed 7 --now 2026-03-01 --zone Europe/Rome \
      --map \(file.app) \(file.options) '\(AppExample.folder)/\(file.name)'; echo $?
      """, in: scratch.url)
    #expect(result.output == "1\n0\n0\n", "\(result.output)")
  }
}

struct `The name of a mapping` {
  private static func run(_ command: String) throws -> String {
    let scratch = try Scratch()
    return try Shell.run(
      """
      cp '\(AppExample.folder)/goodreads.csv' '\(AppExample.folder)/hevy.csv' .
      flint init --quiet --db p.db --seed 7 --zone UTC --now 2026-03-01
      \(command)
      """, in: scratch.url
    ).output
  }

  @Test func `that is unknown is refused with the nearest one and the list`() throws {
    let text = try Self.run("flint import --db p.db --map godreads goodreads.csv 2>&1 | head -1")
    #expect(
      text.contains(
        "there is no file godreads, and no mapping of that name (did you mean \"goodreads\"?); "
          + "there are activitywatch, clockify, "), "\(text)")
  }

  @Test func `refuses a file of another app, and says what it lacks`() throws {
    let text = try Self.run("flint import --db p.db --map goodreads hevy.csv 2>&1 | head -1")
    #expect(
      text.contains("hevy.csv: not a file of goodreads: it has no column \"Book Id\", "), "\(text)")
  }

  @Test func `is that of a file if there is one`() throws {
    let text = try Self.run(
      """
      echo 'return {kind = "entry", columns = {tracker = "Title", at = "Date Added", rating = 3}}' > hevy
      flint import --db p.db --now 2026-03-01 --dates ymd --map hevy goodreads.csv 2>&1 | head -1
      """)
    #expect(text == "goodreads.csv (hevy), batch 1\n")
  }

  @Test func `is remembered by the rejects file`() throws {
    let text = try Self.run(
      """
      sed -i 's,2026/01/15,2026/13/15,' goodreads.csv
      flint import --quiet --db p.db --now 2026-03-01 goodreads.csv 2>/dev/null; echo $?
      grep -c '""map"":""goodreads""' goodreads.rejects.csv
      sed -i 's,2026/13/15,2026/01/15,' goodreads.rejects.csv
      flint import --db p.db --now 2026-03-01 goodreads.rejects.csv 2>&1 | head -3
      """)
    #expect(
      text == """
        65
        1
        goodreads.rejects.csv: read with --map goodreads, as when its rows were rejected
        goodreads.rejects.csv (goodreads), batch 2
          read 1 = added 1 + updated 0 + unchanged 0 + rejected 0 + skipped 0

        """)
  }

  @Test func `may be given in a script`() throws {
    let text = try Self.run(
      """
      echo 'print(import.run{file = "goodreads.csv", map = "goodreads"}.total.added)' > s.lua
      flint run --db p.db --now 2026-03-01 --allow-read . s.lua 2>/dev/null
      """)
    #expect(text == "2\n")
  }
}
