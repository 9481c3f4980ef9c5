/// A column of a table from which a rulebook is drafted.
enum DraftColumn: String, Sendable, CaseIterable {
  case name, id, rarity, weight, rate, category, featured, pool, count

  /// The names under which tables have it, in plain form; the first that a table has is read.
  var names: [String] {
    switch self {
    case .name: ["name", "card", "item", "prize", "reward", "character", "card_name", "item_name"]
    case .id: ["id", "card_id", "item_id"]
    case .rarity: ["rarity", "tier", "grade", "rank", "stars"]
    case .weight: ["weight", "weights"]
    case .rate:
      ["rate", "chance", "probability", "drop_rate", "drop_chance", "prob", "percent", "pct"]
    case .category: ["category", "type", "element", "class"]
    case .featured: ["featured", "is_featured", "rate_up", "rateup"]
    case .pool: ["pool", "banner"]
    case .count: ["count", "min", "max", "quantity", "amount"]
    }
  }

  /// Whether a rulebook has what the column says.
  var isRead: Bool { self != .count }
}

/// The columns of a table, by the names in its header.
struct DraftHeader {
  var indices: [DraftColumn: Int] = [:]
  /// Whether rates without a sign are hundredths, since the name of the column says so.
  var isPercent = false
  /// Whether weights may have a decimal comma.
  var hasDecimalCommas = false
  /// What is ignored.
  var remarks: [String] = []

  private static let mostListed = 8

  init(_ names: [String]) {
    let plain = names.map(Self.plain)
    var used: Set<Int> = []
    for column in DraftColumn.allCases where column.isRead {
      guard let name = column.names.first(where: plain.contains),
        let index = plain.firstIndex(of: name)
      else { continue }
      indices[column] = index
      used.insert(index)
    }
    if let index = indices[.rate] {
      isPercent = Self.saysPercent(names[index])
    }
    let ignored = names.indices.filter { !used.contains($0) && !plain[$0].isEmpty }
    guard !ignored.isEmpty else { return }
    let shown = ignored.prefix(Self.mostListed).map { "\"\(names[$0])\"" }
    let more = ignored.count > shown.count ? " and \(ignored.count - shown.count) more" : ""
    remarks.append(
      "ignored the column\(ignored.count == 1 ? "" : "s") \(shown.joined(separator: ", "))\(more)"
        + (ignored.contains { DraftColumn.count.names.contains(plain[$0]) }
          ? ": a roll gives one card, without a count" : ""))
  }

  /// Returns a name in lower case, with `_` for all that is neither a letter nor a digit, and without percent.
  private static func plain(_ name: String) -> String {
    let parts = name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    let isQualified = parts.count > 1 && ["percent", "pct"].contains(parts.last)
    return (isQualified ? parts.dropLast() : parts[...]).joined(separator: "_")
  }

  private static func saysPercent(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.contains("%") || name.contains("percent") || name.contains("pct")
  }
}
