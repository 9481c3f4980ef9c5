package import Calendar
import Schema

/// The periods of days into which the seasons of a rulebook divide time: within one era, the same
/// missions count and the same cards can be drawn.
package struct Eras: Hashable, Sendable {
  /// The first day of every era but the first, in ascending order.
  let boundaries: [CivilDay]

  /// Creates the eras between all days on which a season begins or has ended.
  init(_ seasons: some Sequence<Season>) {
    let ends = seasons.flatMap { $0.isSound ? [$0.from, $0.before].compactMap(\.self) : [] }
    boundaries = Set(ends).sorted()
  }

  /// The number of eras, at least one.
  package var count: Int { boundaries.count + 1 }

  /// Returns the index of the era that contains a day, from 0.
  @inline(__always)
  package func era(of day: CivilDay) -> Int {
    // Most rulebooks have no season, and this function is called for every event.
    boundaries.isEmpty ? 0 : boundaries(upTo: day)
  }

  private func boundaries(upTo day: CivilDay) -> Int {
    boundaries.partitioningIndex { $0 > day }
  }

  /// Returns the days of an era; the first has no start and the last no end.
  package func days(of era: Int) -> Season {
    Season(
      from: era > 0 ? boundaries[era - 1] : nil,
      before: era < boundaries.count ? boundaries[era] : nil)
  }
}

extension RulebookDefinition {
  var seasons: [Season] { missions.map(\.season) + cards.map(\.season) }
}

extension Season {
  /// The days that can be written in ISO 8601: 0001-01-01 to 9999-12-31.
  private static let writableDays = CivilDay(number: -719_162)...CivilDay(number: 2_932_896)
  /// The days that can follow a writable day.
  private static let writableEnds = (writableDays.lowerBound + 1)...(writableDays.upperBound + 1)

  /// Whether the season ends after it begins, and both days can be written.
  var isSound: Bool {
    (from.map(Self.writableDays.contains) ?? true)
      && (before.map(Self.writableEnds.contains) ?? true)
      && (from.flatMap { from in before.map { from < $0 } } ?? true)
  }

  func encloses(_ other: Season) -> Bool {
    (from.map { from in other.from.map { from <= $0 } ?? false } ?? true)
      && (before.map { before in other.before.map { $0 <= before } ?? false } ?? true)
  }

  /// Returns the periods outside all of some seasons, in order. An invalid season counts as always.
  static func gaps(between seasons: [Season]) -> [Season] {
    if seasons.contains(where: { $0 == .always || !$0.isSound }) { return [] }
    var gaps: [Season] = []
    // The end of the days covered so far; `nil` while none are.
    var covered: CivilDay?
    let rising = seasons.sorted {
      ($0.from?.number ?? .min, $0.before?.number ?? .max)
        < ($1.from?.number ?? .min, $1.before?.number ?? .max)
    }
    for season in rising {
      if let from = season.from, covered.map({ $0 < from }) ?? true {
        gaps.append(Season(from: covered, before: from))
      }
      guard let before = season.before else { return gaps }
      covered = covered.map { max($0, before) } ?? before
    }
    return gaps + [Season(from: covered)]
  }

  /// Records the errors of the season of a mission or a card.
  func check(_ reader: inout TableReader) {
    let ends = [("from", from, Self.writableDays), ("before", before, Self.writableEnds)]
    let unwritable = ends.filter { !($1.map($2.contains) ?? true) }
    for (name, _, _) in unwritable {
      reader.fault("expected a day of the years 1 to 9999", at: .name(name))
    }
    if unwritable.isEmpty, !isSound, let from, let before {
      reader.fault("expected a day after from, \(from), got \(before)", at: .name("before"))
    }
  }

  /// Returns the days that are in both seasons; `nil` when there are none.
  func overlap(_ other: Season) -> Season? {
    let latest = [from, other.from].compactMap(\.self).max()
    let soonest = [before, other.before].compactMap(\.self).min()
    if let latest, let soonest, soonest <= latest { return nil }
    return Season(from: latest, before: soonest)
  }

  /// Returns the day of the season that is nearest to a day: the day itself, the first or the last.
  func nearest(to day: CivilDay) -> CivilDay {
    if let from, day < from { return from }
    if let before, day >= before { return before + -1 }
    return day
  }

  /// The number of days; `nil` when the season has no start or no end.
  var dayCount: Int? { from.flatMap { from in before.map { $0 - from } } }

  /// The number of weeks with a day of the season; `nil` when it has no start or no end.
  var weekCount: Int? {
    guard let from, let before else { return nil }
    return Int((before + -1).week.number) - Int(from.week.number) + 1
  }

  var maximumDaysInOneWeek: Int {
    guard let from, let before, let weeks = weekCount, weeks <= 2 else { return 7 }
    let first = min(before, from.week.monday + 7) - from
    return max(first, before - from - first)
  }

  /// The season in words: `from A to B`, `on A`, `before A` or `from A on`; empty if always.
  var text: String {
    switch (from, before) {
    case (let from?, let before?):
      before - from == 1 ? "on \(from)" : "from \(from) to \(before + -1)"
    case (let from?, nil): "from \(from) on"
    case (nil, let before?): "before \(before)"
    case (nil, nil): ""
    }
  }
}
