package import Calendar
package import Rules
import Views

extension ReplayDifference {
  /// The name of the result, such as `points` or, below it, `from sparks`.
  package var title: String {
    switch (subject, name) {
    case ("points", "total"): "points"
    case ("points", "earned"): "  from earning rules"
    case ("points", let source): "  from \(source)s"
    case ("tokens", _): "roll tokens"
    case ("void_events", _): "events without effect"
    case ("copies", _): "cards drawn"
    case ("balance", let currency): "balance of \(currency)"
    case (_, let name): name.replacing("_", with: " ")
    }
  }

  /// Returns the old and the new value as texts: instants to the day if the days differ.
  package func texts(in zone: Zone) -> (old: String, new: String) {
    (Self.text(old, beside: new, zone), Self.text(new, beside: old, zone))
  }

  private static func text(_ value: Value?, beside other: Value?, _ zone: Zone) -> String {
    switch value {
    case .first(let instant, let times)?:
      (day(value, zone) != day(other, zone)
        ? zone.day(of: instant).description : zone.text(instant))
        + (times > 1 ? ", \(grouped(times)) times" : "")
    case .day(let day)?: day.description
    case .number(let number)?: grouped(number)
    case nil: "–"
    }
  }

  private static func day(_ value: Value?, _ zone: Zone) -> CivilDay? {
    switch value {
    case .first(let instant, _)?: zone.day(of: instant)
    case .day(let day)?: day
    case .number?, nil: nil
    }
  }
}

extension Rulebook {
  /// Returns the id of the rulebook, followed by its hash if the other rulebook has the same id.
  package func name(beside other: Rulebook) -> String {
    definition.id == other.definition.id && hash != other.hash
      ? "\(definition.id) \(hash.prefix(8))" : definition.id
  }
}

extension Replay {
  /// The subjects whose results have dates, each with its title.
  package static let datedSubjects = [
    ("card", "Cards"), ("mission", "Missions"), ("achievement", "Achievements"),
  ]
}

extension Sequence<ReplayDifference> {
  /// The numbers of results gained, lost and changed, as a text.
  package var changes: String {
    ReplayDifference.Change.allCases.compactMap { change -> String? in
      let count = count { $0.change == change }
      return count > 0 ? "\(grouped(count)) \(change.rawValue)" : nil
    }.joined(separator: ", ")
  }
}
