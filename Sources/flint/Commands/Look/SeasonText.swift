import Calendar
import Rules

extension Season {
  /// The season as a table shows it; empty if there is no limit.
  var shown: String {
    switch (from, before) {
    case (nil, nil): ""
    case (let from?, nil): "from \(from)"
    case (nil, let before?): "until \(before + -1)"
    case (let from?, let before?): "\(from) to \(before + -1)"
    }
  }

  /// Returns the season as a table shows it, marked if today is outside of it.
  func shown(isOn: Bool) -> String { isOn ? shown : shown + ", not now" }

  /// Returns the cells of the season in JSON and CSV: `from`, `before`, `in_season`.
  func cells(isOn: Bool) -> [Cell] {
    [Cell(from?.description), Cell(before?.description), .flag(isOn)]
  }

  /// The column names of the cells.
  static let columns = ["from", "before", "in_season"]
}
