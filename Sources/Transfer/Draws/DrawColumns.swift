import FlintSchema

/// The columns of a table of draws, as options name them: `nil` for one with a usual name, empty for none.
package struct DrawColumns: Hashable, Sendable {
  /// The column of the prize.
  package var name: String?
  package var rarity: String?
  package var pool: String?
  package var player: String?
  package var id: String?
  package var time: String?
  /// The order of day, month and year in dates, where they need one.
  package var dateOrder: DateOrder?

  package init(
    name: String? = nil, rarity: String? = nil, pool: String? = nil, player: String? = nil,
    id: String? = nil, time: String? = nil, dateOrder: DateOrder? = nil
  ) {
    (self.name, self.rarity, self.pool) = (name, rarity, pool)
    (self.player, self.id, self.time) = (player, id, time)
    self.dateOrder = dateOrder
  }

  /// What a column has.
  enum Role: String, CaseIterable {
    case item
    case rarity
    case pool
    case player
    case time
    case id

    var option: String { self == .rarity ? "--rank-column" : "--\(rawValue)-column" }

    /// The usual names of such a column, in letters alone, the first that a table has being taken.
    var names: [String] {
      switch self {
      case .item: ["item", "card", "itemname", "cardname", "name", "itemid", "cardid"]
      case .rarity: ["rarity", "rank", "ranktype", "tier"]
      case .pool: ["pool", "poolid", "banner", "bannerid", "uigfgachatype", "gachatype"]
      case .player: ["player", "playerid", "uid", "user", "userid", "account", "accountid"]
      case .time: ["time", "date", "datetime", "timestamp", "at", "day"]
      case .id: ["id", "drawid", "rollid", "event", "eventid"]
      }
    }
  }

  /// The name that an option gives.
  func name(of role: Role) -> String? {
    switch role {
    case .item: name
    case .rarity: rarity
    case .pool: pool
    case .player: player
    case .time: time
    case .id: id
    }
  }

  /// The first option that names a column, if any does.
  var firstOption: String? {
    Role.allCases.first { name(of: $0)?.isEmpty == false }?.option
      ?? dateOrder.map { _ in "--dates" }
  }

  /// Returns the position of each column in a table, and the columns that no option names.
  func positions(
    in header: [String], _ file: String
  ) throws(InputFailure) -> (found: [Role: Int], taken: Set<Role>) {
    var found: [Role: Int] = [:]
    for role in Role.allCases {
      guard let name = name(of: role), !name.isEmpty else { continue }
      found[role] =
        header.firstIndex(of: name)
        ?? header.firstIndex { $0.lowercased() == name.lowercased() }
      guard found[role] == nil else { continue }
      throw InputFailure(
        file,
        "no column \"\(name)\" for \(role.option)\(NearestName.hint(for: name, among: header)); "
          + "the columns are \(header.prefix(40).joined(separator: ", "))", isUnreadable: false)
    }
    var taken: Set<Role> = []
    let letters = header.map { $0.lowercased().filter(\.isLetter) }
    for role in Role.allCases where name(of: role) == nil {
      let usual = role.names.compactMap { name in
        letters.indices.first { letters[$0] == name && !found.values.contains($0) }
      }
      guard let first = usual.first else { continue }
      if role == .time, usual.count > 1,
        Set(usual.prefix(2).map { letters[$0] }) == ["time", "date"]
      {
        throw InputFailure(
          file,
          "the columns \(header[usual[0]]) and \(header[usual[1]]) may both be the time: name the one that has the "
            + "day with --time-column", isUnreadable: false)
      }
      found[role] = first
      taken.insert(role)
    }
    guard found[.item] != nil else {
      throw InputFailure(
        file,
        "--item-column is needed: the column of what was drawn, one of "
          + header.prefix(40).joined(separator: ", "), isUnreadable: false)
    }
    return (found, taken)
  }
}
