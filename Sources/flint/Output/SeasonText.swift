import Rules

extension Season {
  /// The season as a table shows it; empty when it is always.
  var shown: String {
    switch (from, until) {
    case (nil, nil): ""
    case (let from?, nil): "from \(from)"
    case (nil, let until?): "until \(until + -1)"
    case (let from?, let until?): "\(from) to \(until + -1)"
    }
  }

  /// The same, marked when it is not on.
  func shown(isOn: Bool) -> String { isOn ? shown : shown + ", not now" }

  /// The season's cells of a list that is not for people: `from`, `before`, `in_season`.
  func cells(isOn: Bool) -> [Cell] {
    [Cell(from?.description), Cell(until?.description), .flag(isOn)]
  }

  /// What those cells are called.
  static let columns = ["from", "before", "in_season"]
}
