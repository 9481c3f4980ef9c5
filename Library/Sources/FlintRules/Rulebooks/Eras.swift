package import FlintCalendar
import FlintSchema

/// The periods of days into which the seasons of a rulebook divide time: within one era, the same
/// missions count and the same cards can be drawn.
///
/// Seasons with years divide time into stretches, and those of every year divide each stretch into phases;
/// an era is a phase of a stretch. Where seasons recur, one more era is outside all of them.
package struct Eras: Hashable, Sendable {
  /// The first day of every stretch but the first, in ascending order.
  let boundaries: [CivilDay]
  /// The days of the year on which seasons of every year begin or have ended, in ascending order.
  private let turns: [Int]

  /// Creates the eras between all days on which a season begins or has ended.
  init(_ seasons: some Sequence<Season>) {
    func ends(_ isYearly: Bool) -> Set<CivilDay> {
      Set(
        seasons.flatMap {
          $0.isYearly == isYearly && $0.isSound ? [$0.from, $0.before].compactMap(\.self) : []
        })
    }
    boundaries = ends(false).sorted()
    turns = Set(ends(true).map(\.monthAndDay)).sorted()
  }

  private var phases: Int { max(1, turns.count) }

  /// The number of eras, at least one.
  package var count: Int { (boundaries.count + 1) * phases + (turns.isEmpty ? 0 : 1) }

  /// The era of the time before every season with years, and outside all that recur.
  package var outside: Int { turns.isEmpty ? 0 : count - 1 }

  /// Returns the index of the era that contains a day, from 0.
  @inline(__always)
  package func era(of day: CivilDay) -> Int {
    // Most rulebooks have no season, and this function is called for every event.
    boundaries.isEmpty && turns.isEmpty ? 0 : era(in: day)
  }

  private func era(in day: CivilDay) -> Int {
    let stretch = boundaries.partitioningIndex { $0 > day }
    return turns.isEmpty ? stretch : stretch * phases + phase(of: day)
  }

  /// Returns the phase of a day: that before the first turn of a year is that after the last.
  private func phase(of day: CivilDay) -> Int {
    let number = day.monthAndDay
    return turns.partitioningIndex { $0 > number } % phases
  }

  /// Returns whether a season includes an era.
  func includes(_ era: Int, in season: Season) -> Bool {
    if era == outside, !turns.isEmpty {
      return !season.isYearly && season.from == nil
    }
    return day(of: era).map { season.contains($0) } ?? false
  }

  /// Returns a day of an era; `nil` where a stretch is too short for the phase.
  private func day(of era: Int) -> CivilDay? {
    let (stretch, phase) = era.quotientAndRemainder(dividingBy: phases)
    let end = stretch < boundaries.count ? boundaries[stretch] : nil
    // Nine years have every phase, that of 29 February as well.
    let start = stretch > 0 ? boundaries[stretch - 1] : (end ?? CivilDay(number: 0)) + -9 * 366
    if turns.isEmpty || self.phase(of: start) == phase { return start }
    let turn = turns[(phase + phases - 1) % phases]
    let year = start.components.year
    return (year...(year + 9)).lazy.compactMap { Self.day(turn, in: $0) }.first { day in
      day >= start && self.phase(of: day) == phase && (end.map { day < $0 } ?? true)
    }
  }

  /// Returns the day on which a turn is in a year; where there is no 29 February, 1 March.
  private static func day(_ turn: Int, in year: Int) -> CivilDay? {
    let (month, day) = turn.quotientAndRemainder(dividingBy: 100)
    return CivilDay(year: year, month: month, day: day)
      ?? CivilDay(year: year, month: month + 1, day: 1)
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
      && (from.flatMap { from in before.map { isYearly ? from != $0 : from < $0 } } ?? !isYearly)
  }

  /// Returns the periods outside all of some seasons, in order. An invalid season counts as always, and
  /// seasons of every year count if they cover the year together.
  static func gaps(between all: [Season]) -> [Season] {
    let yearly = all.filter(\.isYearly)
    let seasons = all.filter { !$0.isYearly }
    if all.contains(where: { $0 == .always || !$0.isSound }) { return [] }
    let starts = yearly.compactMap(\.before)
    if !starts.isEmpty, starts.allSatisfy({ day in yearly.contains { $0.contains(day) } }) {
      return []
    }
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
    if checkYear(&reader) { return }
    let ends = [("from", from, Self.writableDays), ("before", before, Self.writableEnds)]
    let unwritable = ends.filter { !($1.map($2.contains) ?? true) }
    for (name, _, _) in unwritable {
      reader.fault("expected a day of the years 1 to 9999", at: .name(name))
    }
    if unwritable.isEmpty, !isSound, let from, let before {
      reader.fault("expected a day after from, \(from), got \(before)", at: .name("before"))
    }
  }

  /// Records the errors of days that are given with years where the season recurs, or without where not.
  private func checkYear(_ reader: inout TableReader) -> Bool {
    var isFaulty = false
    for (name, day) in [("from", from), ("before", before)] {
      guard let day else {
        if isYearly {
          reader.fault("a season of every year needs from and before", at: .name("every"))
          return true
        }
        continue
      }
      let hasYear = day.components.year != CivilDay.nominalYear
      if hasYear != isYearly { continue }
      isFaulty = true
      reader.fault(
        isYearly
          ? "expected a day of every year such as \"\(day.description.suffix(5))\", got \(day)"
          : "a day without a year, \(day.seasonText), needs every = \"year\"", at: .name(name))
    }
    if isYearly, !isFaulty, from == before {
      isFaulty = true
      reader.fault("expected another day than from", at: .name("before"))
    }
    return isFaulty
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
    if isYearly { return "from \(firstText ?? "") to \(lastText ?? "") of every year" }
    return switch (from, before) {
    case (let from?, let before?):
      before - from == 1 ? "on \(from)" : "from \(from) to \(before + -1)"
    case (let from?, nil): "from \(from) on"
    case (nil, let before?): "before \(before)"
    case (nil, nil): ""
    }
  }
}
