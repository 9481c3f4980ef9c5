package import FlintCalendar
import FlintSchema

/// What some days have and others do not, such as a habit that was kept, so that the moods of both
/// can be compared.
package struct DayFactor: Equatable, Sendable {
  /// A kind of factors, by its subject.
  package enum Kind: String, NamedChoice {
    /// A habit: a day that is done; of a tracker without a schedule, an entry that counts.
    case habits
    case tags
    /// A tracker that is not a habit: an entry that counts.
    case trackers
    case sparks
    /// A completed task: any, or one of a project.
    case tasks

    package var name: String { rawValue }

    package var singular: String { String(rawValue.dropLast()) }
  }

  package let kind: Kind
  /// The name, unique among the factors of the kind.
  package let name: String
  /// The days that have it, earliest first, each once.
  package let days: [CivilDay]
  /// The days that do not have it, earliest first, each once; `nil` for every other day from the first of
  /// `days` on. A day of neither is not compared: before the first one nothing shows that it was recorded.
  package let others: [CivilDay]?

  /// - Parameters:
  ///   - days: the days that have it, in any order, possibly several times.
  ///   - others: the days that do not, likewise; `nil` for every other day from the first of `days` on.
  package init(_ kind: Kind, _ name: String, days: [CivilDay], others: [CivilDay]? = nil) {
    self.kind = kind
    self.name = name
    self.days = days.sortedUnique
    self.others = others?.sortedUnique
  }
}

extension [CivilDay] {
  /// The days in order, each once.
  fileprivate var sortedUnique: [CivilDay] {
    var days: [CivilDay] = []
    for day in sorted() where days.last != day { days.append(day) }
    return days
  }
}

/// The days of some factors, collected event by event.
package struct DayCollector {
  private var days: [String: [CivilDay]] = [:]

  package init() {}

  package mutating func add(_ name: String, on day: CivilDay) {
    // Events come nearly in the order of time: most repetitions are next to each other.
    if days[name]?.last != day { days[name, default: []].append(day) }
  }

  /// Returns the factors collected, in the byte order of their names.
  package func factors(_ kind: DayFactor.Kind) -> [DayFactor] {
    days.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map {
      DayFactor(kind, $0, days: days[$0] ?? [])
    }
  }
}
