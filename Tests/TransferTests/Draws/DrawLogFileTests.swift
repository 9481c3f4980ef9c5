import Foundation
import Testing
@testable import Transfer

@Suite struct `A file of draws` {
  private func read(
    _ text: String, _ columns: DrawColumns = DrawColumns(), pools: Set<String> = []
  ) throws -> DrawLogFile {
    let path = FileManager.default.temporaryDirectory.appending(path: "draws-\(UUID()).txt")
    try Data(text.utf8).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    return try DrawLogFile(path.path, columns, pools: pools)
  }

  @Test func `rows are sorted by time and id, and repeated ids are left out`() throws {
    let file = try read(
      """
      nr;when;what
      10;2026-03-01 10:00:00;C
      9;2026-03-01 10:00:00;B
      1;2026-02-01;A
      9;2026-03-02;again
      2;soon;?
      3;2026-02-02;
      """, DrawColumns(name: "what", id: "nr", time: "when"))
    #expect(file.rows.map(\.name) == ["A", "", "B", "C", "?"])
    #expect(file.duplicates == 1 && file.ties == 0 && !file.isFileOrder)
    #expect(file.rejected.map(\.line) == [6, 7] && file.rejectedCount == 2)
    #expect(file.rejected.last?.reason == "no item")
  }

  @Test(arguments: [
    "player", "Player", "uid", "player_id", "User", "user id", "userId", "account",
  ])
  func `a column of players that no option names is one where it has several`(column: String)
    throws
  {
    let text = "what,\(column)\nA,ann\nB,\nC,ann\nD,bob\n"
    let file = try read(text, DrawColumns(name: "what"))
    #expect(file.rows.map(\.player) == ["ann", "", "ann", "bob"])
    #expect(file.taken == [column.lowercased() == "player" ? column : "\(column) (player)"])
    // The row without one is not another player's.
    let alone = try read(text.replacing("bob", with: "ann"), DrawColumns(name: "what"))
    #expect(alone.rows.allSatisfy { $0.player == "" } && alone.taken.isEmpty)
    // A column that is named for something else is no player.
    #expect(try read(text, DrawColumns(name: "what", pool: column)).taken.isEmpty)
    #expect(try read(text, DrawColumns(name: "what", player: "")).taken.isEmpty)
  }

  @Test(arguments: ["pool", "Banner", "gacha_type", "uigf_gacha_type", "banner-id"])
  func `a column of pools that no option names is one where it has several`(column: String) throws {
    let text = "what,\(column)\nA,sun\nB,sun\nC,\n"
    let file = try read(text, DrawColumns(name: "what"))
    #expect(file.rows.map(\.pool) == ["sun", "sun", ""])
    #expect(file.taken == [column == "pool" ? column : "\(column) (pool)"])
    #expect(try read(text, DrawColumns(name: "what", rarity: column)).taken.isEmpty)
    let alone = "what,\(column)\nA,sun\nB,sun\n"
    #expect(try read(alone, DrawColumns(name: "what")).taken.isEmpty)
    #expect(try read(alone, DrawColumns(name: "what"), pools: ["sun"]).rows.count == 2)
  }

  @Test func `columns have their usual names`() throws {
    // The latest first, as games list them.
    let file = try read(
      """
      Date;Item;Rank
      2026-01-08;Ivo;3
      2026-01-07;Ivo;3
      2026-01-06;Quill;5
      """)
    #expect(file.rows.map(\.name) == ["Quill", "Ivo", "Ivo"] && file.isNewestFirst)
    #expect(file.rows.first?.rarity == "5")
    #expect(file.taken == ["Item", "Rank (rarity)", "Date (time)"])
    let failure = #expect(throws: InputFailure.self) {
      try read("date,time,item\n2026-01-01,10:00,Ivo\n")
    }
    #expect(
      failure?.message
        == "the columns time and date may both be the time: name the one that has the day with --time-column"
    )
  }

  private static let own =
    "at,pool,category,number,card,name,rarity,featured,new,duplicate_points,event,day\n"

  @Test func `the draws that Flint exports are those of numbered events`() throws {
    let rows = (1...11).reversed().map {
      "2026-01-01T10:00:00Z,sun,,\($0),c\($0 % 2),C,common,no,no,0,ab12,2026-01-01\n"
    }
    let spark = "2026-01-02T10:00:00Z,,idea,1,c9,C,common,no,no,0,cd34,2026-01-02\n"
    // Written twice, each draw is there once.
    let file = try read(Self.own + (rows + rows).joined() + spark)
    #expect(file.rows.map(\.number) == Array(1...11) + [1] && file.duplicates == 11)
    #expect(file.rows.map(\.pool) == Array(repeating: "sun", count: 11) + ["idea"])
    #expect(Set(file.rows.map { file.event(of: $0) }) == ["ab12", "cd34"])
  }

  @Test func `ids are those of draws, of events, or of neither`() throws {
    let events = try read("id,time,item\n7,2026-01-01,A\n7,2026-01-01,B\n7,2026-01-01,B\n")
    #expect(events.rows.map(\.name) == ["A", "B", "B"] && events.hasEvents)
    // The id of an item comes again at another time.
    let items = try read("id,time,item\n7,2026-01-01,A\n8,2026-01-02,B\n7,2026-01-03,A\n")
    #expect(items.rows.count == 3 && items.taken == ["item", "time"])
    let draws = try read("id,time,item\n7,2026-01-01,A\n8,2026-01-01,B\n7,2026-01-01,A\n")
    #expect(draws.rows.count == 2 && draws.duplicates == 1 && !draws.hasEvents)
    #expect(draws.event(of: draws.rows[0]) == draws.event(of: draws.rows[1]))
  }

  @Test func `rows of several draws cannot be read`() throws {
    let file = try read("what,Count\nA,1\nB,5\nC,\n", DrawColumns(name: "what"))
    #expect(
      file.rejected.map { "\($0.line) \($0.reason)" } == ["3 count \"5\": expected 1, a draw a row"]
    )
    #expect(
      try read("what,count\nA,5\n", DrawColumns(name: "what", id: "count")).rejectedCount == 0)
  }

  @Test func `rows that cannot be read keep the place that is known`() throws {
    let columns = DrawColumns(name: "what", player: "who", id: "nr", time: "when")
    let file = try read(
      """
      who,what,when,nr
      p,A,2026-03-01,1
      p,,2026-03-02,2
      p,B,soon,3
      ,C,soon,4
      p,,2026-03-02,5
      p,,2026-03-02,
      p,D,2026-03-03,2
      """, columns)
    #expect(file.rows.map(\.name) == ["A", "", "D", "B", "C", ""])
    #expect(
      file.rows.map(\.problem?.place) == [
        nil, .here, nil, .amongSequence, .anywhere, .amongSequence,
      ])
    // The second row has the id of one that can be read.
    #expect(file.duplicates == 1 && file.rejected.map(\.line) == [4, 5, 6, 7])
  }

  @Test func `rows of other pools are not rejected, and their pools are listed`() throws {
    let file = try read(
      "what,when,pool\nA,2026-01-01,x\n,2026-01-02,y\nB,soon,z\n",
      DrawColumns(name: "what", pool: "pool", time: "when"), pools: ["x"])
    #expect(file.rows.map(\.name) == ["A"] && file.rejectedCount == 0)
    #expect(file.otherPools == 2 && file.otherPoolNames == ["y", "z"])
  }

  @Test func `draws of one time without ids keep the order of the file, or its reverse`() throws {
    let columns = DrawColumns(name: "what", time: "when")
    let rising = try read(
      "what,when\nA,2026-01-01 10:00\nB,2026-01-01 10:00\nC,2026-01-02 10:00\n", columns)
    #expect(rising.rows.map(\.name) == ["A", "B", "C"] && rising.ties == 1)
    let falling = try read(
      "what,when\nC,2026-01-02 10:00\nB,2026-01-01 10:00\nA,2026-01-01 10:00\n", columns)
    #expect(falling.rows.map(\.name) == ["A", "B", "C"] && falling.isNewestFirst)
  }

  @Test func `version 3 and version 4 of UIGF`() throws {
    let draw =
      #"{"gacha_type":"400","uigf_gacha_type":"301","time":"2026-01-01 10:00:00","name":"N","rank_type":"5","id":"7"}"#
    let three = try read(#"{"info":{"uid":"1"},"list":[\#(draw)]}"#)
    let row = try #require(three.rows.first)
    #expect(
      row.name == "N" && row.rarity == "5" && row.pool == "301" && row.player == "1"
        && row.id == "7")
    let four = try read(
      """
      {"info":{"version":"v4.0"},
       "hkrpg":[{"uid":1,"list":[
         {"gacha_id":"2003","gacha_type":"11","item_id":"1001","time":"2026-01-02 10:00:00","id":"2"},
         {"gacha_type":"12","item_id":"9","count":"2","time":"2026-01-02 10:00:00","id":"3"}]}]}
      """, pools: ["11", "12"])
    #expect(four.rows.map(\.name) == ["1001", "9"] && four.rows.first?.rarity == nil)
    #expect(four.rejected.map(\.line) == [2] && four.unit == "entry")
    // Of draws with rarities, one without has none that is known.
    let mixed = try read(#"{"list":[\#(draw),{"name":"M","time":"2026-01-02","id":"8"}]}"#)
    #expect(mixed.rows.map(\.rarity) == ["5", ""])
  }

  @Test(arguments: [
    (
      "{\"x\":1}",
      "expected UIGF: a member \"list\", or for version 4 one of \"hk4e\", \"hkrpg\", \"nap\""
    ),
    (
      "{\"list\":[}", "line 1, column 10: expected a value, got '}', so it is not JSON"
    ),
    ("{\"hk4e\":3}", "\"hk4e\" is not a list of accounts"),
    ("{\"hk4e\":[{\"uid\":\"1\"}]}", "the account 1 has no \"list\""),
    ("{\"nap\":[{}]}", "the account 1 has no \"list\""),
    (
      #"{"info":{"uigf_version":"v9.9"},"list":[]}"#,
      #"uigf_version: expected version 2 to 4 of UIGF, such as "v3.0", got "v9.9""#
    ),
    (
      #"{"info":{"version":"v5.0"},"nap":[]}"#,
      #"version: expected version 2 to 4 of UIGF, such as "v3.0", got "v5.0""#
    ),
    (
      #"{"info":{"region_time_zone":"abc"},"list":[]}"#,
      #"region_time_zone: expected the hours that a time zone is ahead of UTC, got "abc""#
    ),
    (
      #"{"nap":[{"timezone":15,"list":[]}]}"#,
      "timezone: expected the hours that a time zone is ahead of UTC, got 15"
    ),
    (
      #"{"list":[],"list":[]}"#,
      #"line 1, column 12: a second member "list" of the same object, so it is not JSON"#
    ),
  ])
  func `JSON of another form is refused`(text: String, message: String) {
    let failure = #expect(throws: InputFailure.self) { try read(text) }
    #expect(failure?.message == message)
    #expect(failure?.isUnreadable == false)
  }

  @Test(arguments: [
    (DrawColumns(name: "x"), "--item-column"), (DrawColumns(rarity: "x"), "--rank-column"),
    (DrawColumns(pool: "x"), "--pool-column"), (DrawColumns(player: "x"), "--player-column"),
    (DrawColumns(id: "x"), "--id-column"), (DrawColumns(time: "x"), "--time-column"),
    (DrawColumns(dateOrder: .dmy), "--dates"),
  ])
  func `UIGF has no columns to name`(columns: DrawColumns, option: String) {
    let text = #"{"info":{"uigf_version":"v2.2","region_time_zone":8},"list":[]}"#
    #expect(throws: Never.self) { try read(text) }
    let failure = #expect(throws: InputFailure.self) { try read(text, columns) }
    #expect(
      failure?.message == "JSON is read as UIGF, whose members are known; leave out \(option)")
  }

  @Test(
    arguments: [
      ([:], "--item-column is needed: the column of what was drawn, one of what, when"),
      (
        ["item": "waht"],
        "no column \"waht\" for --item-column (did you mean \"what\"?); the columns are what, when"
      ),
      (
        ["item": "what", "rank": "x"],
        "no column \"x\" for --rank-column; the columns are what, when"
      ),
      (
        ["item": "what", "pool": "x"],
        "no column \"x\" for --pool-column; the columns are what, when"
      ),
      (
        ["item": "what", "player": "x"],
        "no column \"x\" for --player-column; the columns are what, when"
      ),
      (["item": "what", "id": "x"], "no column \"x\" for --id-column; the columns are what, when"),
      (
        ["item": "what", "time": "x"],
        "no column \"x\" for --time-column; the columns are what, when"
      ),
      (["item": "WHAT", "time": "When"], nil),
    ] as [([String: String], String?)])
  func `a table is refused without a column that is named`(
    names: [String: String], message: String?
  ) throws {
    let columns = DrawColumns(
      name: names["item"], rarity: names["rank"], pool: names["pool"], player: names["player"],
      id: names["id"], time: names["time"])
    do {
      #expect(try read("what,when\nA,2026-03-01\n", columns).rows.count == 1)
      #expect(message == nil)
    } catch let failure as InputFailure {
      #expect(failure.message == message)
    }
  }

  @Test func `rows are rejected with a reason each`() throws {
    let file = try read(
      """
      what,when
      A,2026-03-01 12:00
      ,2026-03-02
      B,
      C,soon
      D,01/02/2026
      E,1772323200
      F,1772323200000
      G,17723232000
      """, DrawColumns(name: "what", time: "when"))
    let form = "expected a date such as 2026-06-22, 2026-06-22 21:30 or 22 Jun 2026"
    #expect(
      file.rejected.map { "\($0.line) \($0.reason)" } == [
        "3 no item", "4 time \"\": \(form)", "5 time \"soon\": \(form)",
        "6 time \"01/02/2026\": the order of day, month and year is not known; choose it with "
          + "--dates dmy or --dates mdy", "9 time \"17723232000\": \(form)",
      ])
    // 2026-03-01T00:00:00Z in seconds and in milliseconds.
    #expect(file.rows.prefix(3).map(\.name) == ["E", "F", "A"])
    let counted = try read(
      """
      {"list":[{"name":"A","time":"2026-01-01 10:00:00","count":"1"},
       {"name":"B","time":"2026-01-01 11:00:00","count":2},
       {"name":"C","time":"soon"},
       {"time":"2026-01-01 12:00:00"}]}
      """)
    #expect(
      counted.rejected.map { "\($0.line) \($0.reason)" } == [
        "2 count \"2\": expected 1, a draw a row",
        "3 time \"soon\": expected a time such as 2026-03-01 12:00:00", "4 no item",
      ])
  }
}
