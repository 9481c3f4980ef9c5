import FlintCalendar
import FlintRules
import TestSupport
import Testing

/// A recount of missions with general metrics from a list of everything that occurred.
private struct SlowCount {
  struct Occurrence {
    var kind: OccurrenceKind
    var day: CivilDay
    var value: String
    var task: EventID?
  }

  let missions: [MissionDefinition]
  var occurrences: [Occurrence] = []
  /// The windows in which each mission was completed, and the day of the latest completion.
  var completed: [Set<CivilDay?>]
  var latest: [CivilDay?]
  var completions: [String] = []

  init(_ missions: [MissionDefinition]) {
    self.missions = missions
    completed = missions.map { _ in [] }
    latest = missions.map { _ in nil }
  }

  mutating func apply(_ fact: LivedProfile.Fact) {
    let kind: OccurrenceKind
    var value = ""
    var task: EventID?
    switch fact.action {
    case .spark(let category, _):
      kind = .spark
      value = category.name
    case .task(.taskComplete(let id)):
      kind = .taskComplete
      task = id
    case .task(.taskReopen(let id)):
      occurrences.removeAll { $0.task == id }
      return
    case .mood: kind = .mood
    case .journey(.activity): kind = .activity
    case .tracker(.entry(let entry)):
      kind = .entry
      value = entry.tracker.description
    default: return
    }
    occurrences.append(Occurrence(kind: kind, day: fact.day, value: value, task: task))
    for (index, mission) in missions.enumerated() {
      guard let metric = mission.events, metric.selector.event == kind,
        mission.season.contains(fact.day)
      else { continue }
      let start: CivilDay?
      var end = fact.day + 1
      switch mission.period {
      case .days(let count):
        let first = fact.day + (1 - Int(count))
        start = latest[index].map { max(first, $0 + 1) } ?? first
      case .month:
        let (year, month, _) = fact.day.components
        start = CivilDay(year: year, month: month, day: 1)
        end = fact.day + 31
      case .window(.week):
        start = fact.day + -fact.day.weekday
        end = fact.day + 7
      case .window(.day): start = fact.day
      case .window(.life):
        start = nil
        end = fact.day + 10_000
      }
      let isRolling = if case .days = mission.period { true } else { false }
      let inside = occurrences.filter { other in
        other.kind == kind && start.map { $0 <= other.day } ?? true && other.day < end
          && mission.season.contains(other.day)
          && (isRolling || mission.period.start(containing: other.day) == start)
      }
      let reached: Int =
        switch metric.form {
        case .count, .sum: inside.count
        case .days: Set(inside.map(\.day)).count
        case .distinct: Set(inside.map(\.value)).count
        }
      let isDone =
        isRolling
        ? latest[index].map { fact.day <= $0 } ?? false : completed[index].contains(start)
      if reached < mission.target || isDone { continue }
      completed[index].insert(start)
      latest[index] = max(latest[index] ?? fact.day, fact.day)
      completions.append("\(mission.id) on \(fact.day)")
    }
  }
}

struct `The general metrics of any history` {
  private static let definition: RulebookDefinition = {
    var definition = RulebookDefinition.ignition
    definition.missions = []
    let periods: [MissionPeriod] = [
      .window(.day), .window(.week), .window(.life), .month, .days(1), .days(3), .days(10),
    ]
    let kinds: [OccurrenceKind] = [.spark, .taskComplete, .mood, .activity, .entry]
    let season = Season(
      from: CivilDay(year: 2026, month: 1, day: 5), before: CivilDay(year: 2026, month: 2, day: 20))
    for period in periods {
      for (index, kind) in kinds.enumerated() {
        for form in [EventMetric.Form.count, .days, .distinct] {
          let isDistinct = form == .distinct
          if isDistinct && ![.spark, .entry].contains(kind) { continue }
          let isOfDays = form == .days && [.window(.day), .days(1)].contains(period)
          definition.missions.append(
            MissionDefinition(
              id: "\(period.name.replacing(" ", with: "-"))-\(index)-\(form.rawValue)", title: "M",
              period: period, events: EventMetric(OccurrenceSelector(kind), form),
              target: isOfDays ? 1 : isDistinct || period == .days(1) ? 2 : 3, reward: 0,
              difficulty: .easy, season: index % 2 == 0 ? .always : season))
        }
      }
    }
    return definition
  }()

  @Test(arguments: cases(1...12 as ClosedRange<UInt64>, usual: 6, quick: 2))
  func `complete what a slow recount completes`(seed: UInt64) throws {
    let profile = try LivedProfile.random(seed: seed, events: 500, Self.definition)
    var slow = SlowCount(Self.definition.missions)
    for fact in profile.facts { slow.apply(fact) }
    let found = profile.facts.flatMap { fact in
      profile.state.missions.completions[fact.outcome.completions].map {
        "\(Self.definition.missions[Int($0.mission)].id) on \(fact.day)"
      }
    }
    #expect(found == slow.completions)
    #expect(found.count > 100)
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `are the same from any stop on, and through bytes`(seed: UInt64) throws {
    let profile = try LivedProfile.random(seed: seed, events: 300, Self.definition)
    let encoded = profile.state.encoded
    let read = try #require(ProfileState(encoded: encoded, rulebook: profile.rulebook))
    #expect(read == profile.state)
    #expect(read.encoded == encoded)
  }
}
