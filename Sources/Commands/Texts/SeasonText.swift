import Calendar
package import Rules

extension Season {
  /// The season as a table shows it; empty if there is no limit.
  package var shown: String {
    switch (from, before) {
    case (nil, nil): ""
    case (let from?, nil): "from \(from)"
    case (nil, let before?): "until \(before + -1)"
    case (let from?, let before?): "\(from) to \(before + -1)"
    }
  }

  /// Returns the season as a table shows it, marked if today is outside of it.
  private func shown(isOn: Bool) -> String { isOn ? shown : shown + ", not now" }

  /// Returns the columns of the season of each row; a table shows it only if a row has one.
  ///
  /// - Parameter season: Returns the season of a row and whether today is in it.
  package static func columns<Row>(
    of seasons: [Season], _ season: @escaping (Row) -> (season: Season, isOn: Bool)
  ) -> [Column<Row>] {
    [
      Column("season", in: .table, if: seasons.contains { $0 != .always }) {
        season($0).season.shown(isOn: season($0).isOn)
      },
      Column("from", in: .records) { season($0).season.from },
      Column("before", in: .records) { season($0).season.before },
      Column("in_season", in: .records) { season($0).isOn },
    ]
  }
}
