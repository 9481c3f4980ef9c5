package import FlintCalendar
package import FlintRules
package import FlintSchema

/// What a profile is under two rulebooks: the results that differ, and the first event with another outcome.
package struct ReplayView {
  /// A result that differs.
  package struct Difference {
    /// The result under both rulebooks.
    package let values: ReplayDifference
    /// The title of the result.
    fileprivate let title: String
    fileprivate let zone: CivilZone
  }

  /// The first event with different outcomes.
  package struct Divergence {
    fileprivate let outcomes: Replay.Divergence
    fileprivate let titles: ReplayTitles
  }

  /// The folds under both rulebooks.
  package let replay: Replay
  /// The results that differ.
  package let differences: [Difference]
  /// The first event with different outcomes; `nil` if there is none.
  package let divergence: Divergence?

  /// Creates the view of a replay.
  ///
  /// - Parameter zone: the zone of dates.
  package init(_ replay: Replay, zone: CivilZone) {
    self.replay = replay
    let titles = ReplayTitles(replay)
    differences = replay.differences.map { difference in
      Difference(
        values: difference,
        title: difference.numberTitle ?? titles.title(difference.subject, difference.name),
        zone: zone)
    }
    divergence = replay.divergence.map { Divergence(outcomes: $0, titles: titles) }
  }
}

extension ReplayView: ResultRow {
  /// The fields of a replay.
  package static let schema = ResultSchema<ReplayView>(
    "Replay", "What a profile is under two rulebooks.",
    [
      .row("old", "The rulebook that is compared with.", Rulebook.schema) {
        $0.replay.old.rulebook
      },
      .row("new", "The other rulebook.", Rulebook.schema) { $0.replay.new.rulebook },
      ResultField("events", .integer, "The number of events.") {
        .integer(Int64($0.replay.old.state.events.count))
      },
      .rows("differences", "The results that differ.", Difference.schema) { $0.differences },
      .optionalRow(
        "first_divergence", "The first event with different outcomes, if any.", Divergence.schema
      ) { $0.divergence },
    ])
}

extension ReplayView.Difference: ResultRow {
  /// The fields of a result that differs.
  package static let schema = ResultSchema<ReplayView.Difference>(
    "ReplayDifference", "A result that differs under two rulebooks.",
    [
      ResultField("subject", .text, "The kind of result, such as points, card or mission.") {
        .name($0.values.subject)
      }.asKey,
      ResultField("name", .text, "The id or name of the result.", text: \.title) {
        .name($0.values.name)
      }.titled("result").asKey,
      ResultField(
        "change", .names(ReplayDifference.Change.allCases.map(\.rawValue)), "What changed."
      ) {
        .name($0.values.change.rawValue)
      },
      ResultField(
        "old", value, "The number, or when it was first had, under the old rulebook.",
        isOptional: true, text: { $0.text($0.values.old, beside: $0.values.new) }
      ) { $0.value($0.values.old) },
      ResultField(
        "new", value, "The same under the new rulebook.", isOptional: true,
        text: { $0.text($0.values.new, beside: $0.values.old) }
      ) { $0.value($0.values.new) },
      .drawing("difference") { row in
        guard case .number(let old)? = row.values.old, case .number(let new)? = row.values.new
        else { return nil }
        return (new > old ? "+" : "") + grouped(new - old)
      },
      ResultField(
        "old_times", .integer, "How often a mission was completed under the old rulebook.",
        isOptional: true
      ) { $0.times($0.values.old) },
      ResultField(
        "new_times", .integer, "How often it was completed under the new rulebook.",
        isOptional: true
      ) { $0.times($0.values.new) },
    ])

  private static let value = ResultType.structure("integer|string")

  private func value(_ value: ReplayDifference.Value?) -> FieldValue {
    switch value {
    case .number(let number)?: .integer(number)
    case .first(let instant, _)?: zone.time(instant)
    case .day(let day)?: .day(day)
    case nil: .none
    }
  }

  private func times(_ value: ReplayDifference.Value?) -> FieldValue {
    guard values.subject == "mission", case .first(_, let times)? = value else { return .none }
    return .integer(times)
  }

  /// Returns a value as text: an instant to the day if the day of the other value is another one.
  private func text(
    _ value: ReplayDifference.Value?, beside other: ReplayDifference.Value?
  ) -> String {
    switch value {
    case .first(let instant, let times)?:
      let day = zone.day(of: instant)
      let isAnotherDay = day != other?.day(in: zone)
      return
        (isAnotherDay
        ? day.description : CivilTime(instant, offset: zone.offset(at: instant)).minuteText)
        + (times > 1 ? ", \(grouped(times)) times" : "")
    case .day(let day)?: return day.description
    case .number(let number)?: return grouped(number)
    case nil: return "–"
    }
  }
}

extension ReplayView.Divergence: ResultRow {
  /// The fields of an event with different outcomes.
  package static let schema = ResultSchema<ReplayView.Divergence>(
    "ReplayDivergence", "An event with different outcomes under two rulebooks.",
    [
      ResultField("id", .id, "The id of the event.") {
        .name($0.outcomes.event.id.description)
      },
      ResultField("kind", .text, "Its kind.") { .name($0.outcomes.event.action.kind.name) },
      ResultField("at", .time, "When it was.") {
        .time($0.outcomes.event.at, $0.outcomes.event.offset)
      },
      .row("old", "Its outcome under the old rulebook.", ReplayOutcome.schema) { $0.outcomes.old },
      .row("new", "Its outcome under the new rulebook.", ReplayOutcome.schema) { $0.outcomes.new },
      .drawing("event") { divergence in
        let event = divergence.outcomes.event
        return "\(event.action.kind.name) \(event.id) at \(event.at.text(offset: event.offset))"
      },
      .drawing("before") { $0.outcomes.old.text($0.titles) }.titled("old"),
      .drawing("after") { $0.outcomes.new.text($0.titles) }.titled("new"),
    ])
}

extension ReplayDifference {
  /// The title of a number, such as `points` or `from sparks`; `nil` for what has a date.
  fileprivate var numberTitle: String? {
    switch (subject, name) {
    case ("card", _), ("mission", _), ("achievement", _): nil
    case ("points", "total"): "points"
    case ("points", "earned"): "from earning rules"
    case ("points", let source): "from \(source)s"
    case ("tokens", _): "roll tokens"
    case ("void_events", _): "events without effect"
    case ("copies", _): "cards drawn"
    case ("sets", _): "complete sets"
    case ("balance", let currency): "balance of \(currency)"
    case (_, let name): name.replacing("_", with: " ")
    }
  }
}

extension ReplayDifference.Value {
  fileprivate func day(in zone: CivilZone) -> CivilDay? {
    switch self {
    case .first(let instant, _): zone.day(of: instant)
    case .day(let day): day
    case .number: nil
    }
  }
}

extension Rulebook {
  /// Returns the id of the rulebook, followed by its hash if the other rulebook has the same id.
  package func name(beside other: Rulebook) -> String {
    definition.id == other.definition.id && hash != other.hash
      ? "\(definition.id) \(hash.prefix(8))" : definition.id
  }

  /// The fields that identify a rulebook.
  fileprivate static let schema = ResultSchema<Rulebook>(
    "RulebookName", "What identifies a rulebook.",
    [
      ResultField("id", .text, "The id.") { .name($0.definition.id) },
      ResultField("hash", .text, "The hash of its definition.") { .name($0.hash) },
    ])
}
