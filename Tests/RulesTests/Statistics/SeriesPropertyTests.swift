import FlintCalendar
import FlintRules
import FlintSchema
import TestSupport
import Testing

/// Series of random profiles compared with a direct count of the same events.
struct `Series of any history` {
  private static let seeds = 1...12 as ClosedRange<UInt64>
  private static let sums = SeriesMetric.allCases.filter { !$0.isMean }

  /// The whole history, and more days around it.
  private static func range(_ profile: LivedProfile) throws -> DayRange {
    let range = try profile.state.days(since: nil, before: nil, today: day("2026-03-01"))
    return try DayRange(since: range.since + -3, before: range.before + 5)
  }

  @Test(arguments: seeds)
  func `series have the same sum over every period and every partition`(seed: UInt64) throws {
    let profile = try LivedProfile.random(seed: seed)
    let range = try Self.range(profile)
    var random = SplitMix64(state: seed)
    for metric in SeriesMetric.allCases {
      let all = try SeriesPeriod.allCases.map { try profile.series(metric, by: $0, range) }
      #expect(Set(all.map(\.total)).count == 1, "\(metric.name)")
      if metric.isMean { continue }
      for series in all {
        #expect(series.buckets.reduce(0) { $0 + ($1.value ?? 0) } == series.total)
      }
      var edges: Set<CivilDay> = [range.since, range.before]
      for _ in 0..<6 { edges.insert(range.since + Int.random(in: 0...range.count, using: &random)) }
      let sorted = edges.sorted()
      let parts = try zip(sorted, sorted.dropFirst()).map {
        try profile.series(metric, by: .month, try DayRange(since: $0, before: $1)).total ?? 0
      }
      #expect(parts.reduce(0, +) == all[0].total, "\(metric.name)")
    }
  }

  @Test(arguments: seeds)
  func `a series of a range equals the series of its single days`(seed: UInt64) throws {
    let profile = try LivedProfile.random(seed: seed, events: 120)
    let range = try Self.range(profile)
    for metric in SeriesMetric.allCases {
      let series = try profile.series(metric, range)
      for bucket in series.buckets {
        let one = try DayRange(since: bucket.start, before: bucket.start + 1)
        for period in SeriesPeriod.allCases {
          let alone = try profile.series(metric, by: period, one)
          #expect(alone.buckets.map(\.value) == [bucket.value])
          #expect(alone.total == bucket.value)
        }
      }
    }
  }

  @Test(arguments: seeds)
  func `series equal a direct count`(seed: UInt64) throws {
    let profile = try LivedProfile.random(seed: seed)
    let range = try Self.range(profile)
    func check(_ metric: SeriesMetric, _ expected: (CivilDay) -> Int64) throws {
      for bucket in try profile.series(metric, range).buckets {
        #expect(bucket.value == expected(bucket.start), "\(metric.name) on \(bucket.start)")
      }
    }
    func sum(_ value: @escaping (LivedProfile.Fact) -> Int64) -> (CivilDay) -> Int64 {
      { day in profile.facts.reduce(0) { $0 + ($1.day == day ? value($1) : 0) } }
    }
    func isSpark(_ fact: LivedProfile.Fact) -> Bool {
      if case .spark = fact.action { true } else { false }
    }
    try check(.events, sum { _ in 1 })
    try check(.sparks, sum { isSpark($0) ? 1 : 0 })
    try check(.points, sum { $0.outcome.points })
    try check(.sparkPoints, sum { isSpark($0) ? $0.outcome.basePoints : 0 })
    try check(.duplicatePoints, sum { $0.outcome.draw.duplicatePoints })
    try check(.missionPoints, sum { $0.outcome.missionPoints })
    try check(.taskPoints) { _ in 0 }
    try check(.cards, sum { $0.outcome.draw.card == nil ? 0 : 1 })
    try check(.duplicates, sum { $0.outcome.draw.card != nil && !$0.outcome.draw.isNew ? 1 : 0 })
    try check(.missions, sum { Int64($0.outcome.completions.count) })
    try check(.overloads, sum { $0.outcome.overloads })
    try check(.questSteps) { _ in 0 }
    try check(.activities) { day in
      Int64(
        profile.facts.count {
          if case .journey(.activity) = $0.action { $0.day == day } else { false }
        })
    }
    try check(.tasks) { day in Int64(profile.tasks.values.count { $0.done?.day == day }) }
    let scores: [TaskPriority: Int64] = [.p0: 7, .p1: 4, .p2: 3, .p3: 2]
    try check(.taskScore) { day in
      profile.tasks.values.reduce(0) { sum, task in
        sum + (task.done.flatMap { $0.day == day ? scores[$0.priority] : nil } ?? 0)
      }
    }
    try check(.moods) { profile.moods[$0] == nil ? 0 : 1 }
    try check(.entries) { day in Int64(profile.entries.count { $0.day == day }) }
    try check(.minutes) { day in
      profile.sparks.reduce(0) { $0 + ($1.day == day ? Int64($1.fact.minutes ?? 0) : 0) }
    }
    try check(.activeDays) { day in profile.facts.contains { $0.day == day } ? 1 : 0 }
    try check(.sparkDays) { day in profile.sparks.contains { $0.day == day } ? 1 : 0 }
  }

  @Test(arguments: seeds)
  func `filtered series equal a direct count`(seed: UInt64) throws {
    let profile = try LivedProfile.random(seed: seed)
    let range = try Self.range(profile)
    var filter = StatisticsFilter()
    filter.minIntensity = .high
    filter.tag = "work"
    for bucket in try profile.series(.sparks, by: .week, range, where: filter).buckets {
      let week = bucket.start..<bucket.start + bucket.days
      #expect(
        bucket.value
          == Int64(
            profile.sparks.count {
              week.contains($0.day) && $0.fact.intensity.number >= 3 && $0.tag == "work"
            }))
    }
    for project in ["inbox", "House"] {
      filter = StatisticsFilter()
      filter.project = project
      filter.priority = .p1
      for bucket in try profile.series(.tasks, range, where: filter).buckets {
        #expect(
          bucket.value
            == Int64(
              profile.tasks.values.count {
                $0.done?.day == bucket.start && $0.priority == .p1
                  && $0.project.lowercased() == project.lowercased()
              }))
      }
    }
    for (index, tracker) in profile.trackers.enumerated() {
      for name in [tracker.description, "tracker \(index)"] {
        filter = StatisticsFilter()
        filter.tracker = name
        #expect(profile.state.problem(with: filter) == nil)
        for bucket in try profile.series(.entries, range, where: filter).buckets {
          #expect(
            bucket.value
              == Int64(
                profile.entries.count { $0.tracker == tracker && $0.day == bucket.start }))
        }
      }
    }
    let later = try DayRange(since: range.since + range.count / 2, before: range.before)
    for (kind, range) in ActivityKind.allCases.flatMap({ [($0, range), ($0, later)] }) {
      filter = StatisticsFilter()
      filter.activity = kind
      for bucket in try profile.series(.activities, range, where: filter).buckets {
        let count = profile.facts.count { fact in
          if case .journey(.activity(let activity)) = fact.action {
            return activity.kind == kind && fact.day == bucket.start
          }
          return false
        }
        #expect(bucket.value == Int64(count))
      }
    }
  }

  @Test func `a filter with an unknown project or tracker is reported`() throws {
    let state = try LivedProfile().state
    var filter = StatisticsFilter()
    filter.project = "Hose"
    #expect(
      state.problem(with: filter)
        == FieldError(field: "project", expected: "a project of the profile", found: "\"Hose\""))
    filter.project = "INBOX"
    #expect(state.problem(with: filter) == nil)
    filter.tracker = "Pulse"
    #expect(
      state.problem(with: filter)
        == FieldError(
          field: "tracker", expected: "the name or id of a tracker of the profile",
          found: "\"Pulse\""))
  }
}
