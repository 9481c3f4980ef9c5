import JSON

extension DrawLogFile {
  /// Reads a file of the Uniform Interchangeable Gacha Format: version 2 and 3, and the format of Star Rail derived
  /// from it, with one `list`; version 4 with a list for each account of each game.
  ///
  /// - Throws: `InputFailure` when the file is not JSON, or not of this format.
  mutating func readUIGF(
    _ bytes: [UInt8], _ file: String, _ pools: Set<String>
  ) throws(InputFailure) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: bytes, maximumCount: JSONValue.maximumCount)
    } catch {
      throw InputFailure(
        file, "line \(error.line), column \(error.column): \(error.problem), so it is not JSON",
        isUnreadable: false)
    }
    // The line of each row, in the order of the file.
    let games = ["hk4e", "hk4e_ugc", "hkrpg", "nap"].filter { value[$0] != nil }
    if case .array? = value["list"] {
      let uid = value["info"]?["uid"].map(Self.text) ?? ""
      try append(list: value["list"], player: uid, game: "", lines(bytes, "list[*]"), pools, file)
      return
    }
    guard !games.isEmpty else {
      throw InputFailure(
        file,
        "expected UIGF: a member \"list\", or for version 4 one of \"hk4e\", \"hkrpg\", \"nap\"",
        isUnreadable: false)
    }
    for game in games {
      guard case .array(let accounts)? = value[game] else {
        throw InputFailure(file, "\"\(game)\" is not a list of accounts", isUnreadable: false)
      }
      for (index, account) in accounts.enumerated() {
        let uid = account["uid"].map(Self.text) ?? "\(index + 1)"
        try append(
          list: account["list"], player: uid, game: games.count > 1 ? game + " " : "",
          lines(bytes, "\(game)[\(index)].list[*]"), pools, file)
      }
    }
  }

  private func lines(_ bytes: [UInt8], _ path: String) -> [Int] {
    guard let path = try? JSONPath(path) else { return [] }
    return (try? JSONRowFinder.rows(bytes, path))?.map(\.line) ?? []
  }

  private mutating func append(
    list: JSONValue?, player: String, game: String, _ lines: [Int], _ pools: Set<String>,
    _ file: String
  ) throws(InputFailure) {
    guard case .array(let values)? = list else {
      throw InputFailure(file, "the account \(player) has no \"list\"", isUnreadable: false)
    }
    let dates = DateReader()
    for (index, value) in values.enumerated() {
      let line = index < lines.count ? lines[index] : 1
      func text(_ names: String...) -> String {
        for name in names {
          if let member = value[name] {
            let text = Self.text(member)
            if !text.isEmpty { return text }
          }
        }
        return ""
      }
      let rank = text("rank_type")
      var row = DrawRow(
        name: text("name", "item_id"), rarity: rank.isEmpty ? nil : rank,
        pool: game + text("uigf_gacha_type", "gacha_type"), player: player, id: text("id"),
        line: line)
      row.read(time: text("time"), dates, "expected a time such as 2026-03-01 12:00:00")
      let count = text("count")
      try append(
        row, pools, file,
        problem: count.isEmpty || count == "1"
          ? nil : "count \"\(count)\": expected 1, a draw a row")
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
