import FlintJSON

extension DrawLogFile {
  /// Reads a file of the Uniform Interchangeable Gacha Format: version 2 and 3, and the format of Star Rail derived
  /// from it, with one `list`; version 4 with a list for each account of each game.
  ///
  /// - Throws: `InputFailure` when the file is not JSON, or not of this format, or when a column is named.
  mutating func readUIGF(
    _ bytes: [UInt8], _ file: String, _ columns: DrawColumns
  ) throws(InputFailure) {
    if let option = columns.firstOption {
      throw InputFailure(
        file, "JSON is read as UIGF, whose members are known; leave out \(option)",
        isUnreadable: false)
    }
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(foreign: bytes)
    } catch {
      throw InputFailure(
        file, "line \(error.line), column \(error.column): \(error.problem), so it is not JSON",
        isUnreadable: false)
    }
    unit = "entry"
    try Self.check(value["info"], file)
    let games = ["hk4e", "hk4e_ugc", "hkrpg", "nap"].filter { value[$0] != nil }
    if case .array? = value["list"] {
      let uid = value["info"]?["uid"].map(Self.text) ?? ""
      try append([(uid, "", value)], file)
      return
    }
    guard !games.isEmpty else {
      throw InputFailure(
        file,
        "expected UIGF: a member \"list\", or for version 4 one of \"hk4e\", \"hkrpg\", \"nap\"",
        isUnreadable: false)
    }
    var accounts: [(uid: String, game: String, value: JSONValue)] = []
    for game in games {
      guard case .array(let values)? = value[game] else {
        throw InputFailure(file, "\"\(game)\" is not a list of accounts", isUnreadable: false)
      }
      for (index, account) in values.enumerated() {
        try Self.check(account, file)
        let uid = account["uid"].map(Self.text) ?? "\(index + 1)"
        accounts.append((uid, games.count > 1 ? game + " " : "", account))
      }
    }
    try append(accounts, file)
  }

  /// Throws if a header states a version that is not read, or a time zone that is none.
  private static func check(_ header: JSONValue?, _ file: String) throws(InputFailure) {
    func check(
      _ names: [String], _ range: ClosedRange<Int>, _ expected: String,
      _ number: (String) -> Substring
    ) throws(InputFailure) {
      for name in names {
        guard let value = header?[name], value != .null else { continue }
        if let number = Int(number(text(value))), range.contains(number) { continue }
        throw InputFailure(
          file, "\(name): expected \(expected), got \(value.summary)", isUnreadable: false)
      }
    }
    try check(["uigf_version", "version"], 2...4, "version 2 to 4 of UIGF, such as \"v3.0\"") {
      $0.drop { $0 == "v" }.prefix { $0 != "." }
    }
    try check(
      ["region_time_zone", "timezone"], -12...14, "the hours that a time zone is ahead of UTC"
    ) { $0[...] }
  }

  /// Appends the draws of accounts, whose entries are counted through.
  private mutating func append(
    _ accounts: [(uid: String, game: String, value: JSONValue)],
    _ file: String
  ) throws(InputFailure) {
    var lists: [[JSONValue]] = []
    for account in accounts {
      guard case .array(let values)? = account.value["list"] else {
        throw InputFailure(
          file, "the account \(account.uid) has no \"list\"", isUnreadable: false)
      }
      lists.append(values)
    }
    // Where some entries have a rarity, one without it cannot be read.
    let hasRarities = lists.contains {
      $0.contains { $0["rank_type"].map { !Self.text($0).isEmpty } ?? false }
    }
    let dates = DateReader()
    var number = 0
    for (account, value) in zip(accounts, lists).flatMap({ account, values in
      values.map { (account, $0) }
    }) {
      number += 1
      func text(_ names: String...) -> String {
        for name in names {
          if let member = value[name] {
            let text = Self.text(member)
            if !text.isEmpty { return text }
          }
        }
        return ""
      }
      var row = DrawRow(
        name: text("name", "item_id"), rarity: hasRarities ? text("rank_type") : nil,
        pool: account.game + text("uigf_gacha_type", "gacha_type"), player: account.uid,
        id: text("id"), line: number)
      row.read(time: text("time"), dates, "expected a time such as 2026-03-01 12:00:00")
      try append(row, file, problem: Self.problem(count: text("count")))
    }
  }

  private static func text(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): text
    case .integer(let number): "\(number)"
    default: ""
    }
  }
}
