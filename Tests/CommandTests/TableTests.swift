import Charts
import Foundation
import Testing

@testable import Commands

struct `A table` {
  private static let table = TerminalTable(
    columns: ["id", "at", "points", "title", "best_streak", "tags"],
    rows: [
      [
        .text("c0b2"), .text("2026-03-06 09:00"), .integer(12),
        .text("Wrote the quarterly report for the committee"), .none,
        .list(["deep work", "café"]),
      ],
      [
        .text("3f55"), .text("2026-03-05 09:00"), .integer(1200), .text("日本語の長い題名"), .none,
        .list([]),
      ],
    ])

  @Test(arguments: [nil, 200, 106])
  func `has full texts and all columns where they fit`(width: Int?) {
    #expect(
      Self.table.text(width: width) == """
        id    at                points  title                                         best streak  tags
        c0b2  2026-03-06 09:00      12  Wrote the quarterly report for the committee               deep work, café
        3f55  2026-03-05 09:00   1,200  日本語の長い題名

        """)
  }

  /// Without the empty column 93 columns are needed. The title (44) and the tags (15) have 46 at 80
  /// columns; above their minima of 14 and 8 they have 30 and 7, and get 19 and 5.
  @Test func `shrinks free texts in proportion`() {
    #expect(
      Self.table.text(width: 80) == """
        id    at                points  title                              tags
        c0b2  2026-03-06 09:00      12  Wrote the quarterly report for…    deep work…
        3f55  2026-03-05 09:00   1,200  日本語の長い題名

        """)
  }

  /// The second lines have 38 columns: the title 14 + 11, the tags 8 + 3.
  @Test func `continues rows on indented lines where the columns do not fit`() {
    #expect(
      Self.table.text(width: 40) == """
        id    at                points
          title                      tags
        c0b2  2026-03-06 09:00      12
          Wrote the quarterly…       deep work…
        3f55  2026-03-05 09:00   1,200
          日本語の長い題名

        """)
  }

  @Test func `breaks headers between words, and wraps texts of pages`() {
    let table = TerminalTable(
      columns: ["name", "best_streak", "description"],
      rows: [[.text("Run"), .integer(5), .text("Five kilometres around the lake")]])
    // Unbroken, the header would leave the description 11 of the 14 columns that it must have.
    #expect(
      table.text(width: 30) == """
        name    best  description
              streak
        Run        5  Five kilometres…

        """)
    #expect(
      table.text(width: 30, of: .wrapped) == """
        name    best  description
              streak
        Run        5  Five kilometres
                      around the lake

        """)
  }

  @Test func `cuts headers where rows then have one line`() {
    let table = TerminalTable(
      columns: ["id", "difficulty", "completions"],
      rows: [[.text("0123456789"), .text("easy"), .integer(7)]])
    // 10 + 10 + 11 and twice 2; with headers of 6 it is 26.
    #expect(
      table.text(width: 26) == """
        id          diffi…  compl…
        0123456789  easy         7

        """)
    #expect(
      table.text(width: 25) == """
        id          difficulty
          completions
        0123456789  easy
                    7

        """)
  }

  @Test func `without rows has its header on a narrow terminal`() {
    #expect(
      TerminalTable(columns: ["a long header", "another long header"], rows: []).text(width: 20)
        == "a long  another\nheader  long\n        header\n")
  }

  @Test func `never cuts ids, dates and numbers`() {
    let id = "0123456789abcdef0123456789abcdef"
    for width in [1, 20, 30, 40, 60] {
      let text = TerminalTable(
        columns: ["id", "value", "total"],
        rows: [[.text(id), .rounded("1,234,567,890.123456"), .integer(987_654_321)]]
      ).text(width: width)
      #expect(text.contains(id) && text.contains("1,234,567,890.123456"), "\(width)")
      #expect(text.contains("987,654,321"), "\(width)")
    }
  }
}

struct `Lists on a terminal` {
  private static let converse = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Terminal/converse.py").path

  private func prepare() throws -> Scratch {
    let scratch = try Scratch()
    try "".write(
      to: scratch.url.appendingPathComponent("dialogue"), atomically: true, encoding: .utf8)
    let result = try Shell.run(
      """
      flint eval --db p.db --seed 7 --zone UTC --now 2026-03-06T12:00 --quiet "
      spark.add{title = 'Wrote the quarterly report for the committee, and reviewed 👩‍👩‍👧 photos 🇩🇪',
        category = 'idea', tags = {'deep work'}, key = 'a'}
      spark.add{title = '日本語の長い題名がここにありますから端末の幅に合わせて切られるはずです', category = 'idea', key = 'b'}
      task.add{name = 'Write to the committee about the new product line', due = '2026-03-10'}
      mood.add{mood = 'good', day = '2026-03-05', note = 'A long walk along the river, then dinner with friends'}
      activity.add{kind = 'journal', text = 'Today I thought about what I want to do in the next year'}"
      """, in: scratch.url)
    #expect(result.status == 0, "\(result.output)")
    return scratch
  }

  private func shown(
    _ command: String, columns: Int, variable: String = "unset COLUMNS",
    in scratch: borrowing Scratch
  ) throws -> String {
    try Shell.run(
      "NO_COLOR=1 TERM=xterm python3 '\(Self.converse)' dialogue sh -c "
        + "'\(variable); stty cols \(columns); flint \(command) --db p.db --now 2026-03-06T12:00'",
      in: scratch.url
    ).output.replacing("\r\n", with: "\n")
  }

  @Test(arguments: [
    "sparks", "tasks", "moods", "moods --month 2026-03", "journey --activities", "journey", "log",
    "due", "missions", "achievements", "cards", "log --batches", "stats", "status",
  ])
  func `fit its width`(command: String) throws {
    let scratch = try prepare()
    let full = try Shell.run(
      "flint \(command) --db p.db --now 2026-03-06T12:00", in: scratch.url
    ).output
    // A list of missing cards is shortened, a text is not.
    #expect(!full.replacing(", …", with: "").contains("…"))
    for columns in [40, 80, 200] {
      let text = try shown(command, columns: columns, in: scratch)
      #expect(!text.isEmpty)
      // Pages of labels and texts are not tables.
      if ["status", "stats", "journey", "cards"].contains(command) { continue }
      for line in text.split(separator: "\n") {
        #expect(TextWidth.of(line) <= columns, "\(command), \(columns): \(line)")
      }
    }
  }

  @Test func `are as wide as COLUMNS demands`() throws {
    let scratch = try prepare()
    let narrow = try shown("sparks", columns: 200, variable: "export COLUMNS=72", in: scratch)
    #expect(try narrow == shown("sparks", columns: 72, in: scratch))
    #expect(try narrow != shown("sparks", columns: 200, in: scratch))
    #expect(
      try shown("sparks", columns: 72, variable: "export COLUMNS=wide", in: scratch) == narrow)
  }

  @Test func `have short ids, and full ones in other formats`() throws {
    let scratch = try prepare()
    for command in ["sparks", "journey --activities", "log"] {
      let table = try Shell.run(
        "flint \(command) --db p.db --now 2026-03-06T12:00", in: scratch.url)
      let json = try Shell.run(
        "flint \(command) --db p.db --now 2026-03-06T12:00 --format json", in: scratch.url)
      let ids = json.output.matches(of: /"id": ?"([0-9a-f]{32})"/).map { String($0.1) }
      let short = table.output.split(separator: "\n").dropFirst().map { $0.prefix { $0 != " " } }
      #expect(!ids.isEmpty && ids.count == short.count, "\(command)")
      for (id, short) in zip(ids, short) {
        #expect(id.hasPrefix(short) && short.count == 4, "\(command): \(id), \(short)")
      }
    }
    // Tasks have numbers instead.
    let tasks = try Shell.run("flint tasks --db p.db --now 2026-03-06T12:00", in: scratch.url)
    let numbers = tasks.output.split(separator: "\n").dropFirst().map { $0.prefix { $0 != " " } }
    #expect(numbers == ["1"])
  }

  @Test(arguments: [
    ("sparks", "no sparks; flint spark \"Ran 5 km\" energy records one\n"),
    ("tasks", "no open tasks; flint task \"Buy milk\" adds one\n"),
    ("tasks --status open", "no open tasks\n"),
    ("moods", "no moods; flint mood good records today's\n"),
    ("moods --since 2026-01-01", "no moods\n"),
    ("trackers --entries", "no entries; flint entry NAME records one\n"),
    ("trackers --entries --tag a", "no entries\n"),
    ("journey --activities", "no activities; flint journal TEXT records one\n"),
  ])
  func `say how to begin where there is nothing`(command: String, text: String) throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      "flint init --db p.db --quiet; flint \(command) --db p.db", in: scratch.url)
    #expect(result.output.hasSuffix(text), "\(result.output)")
  }
}
