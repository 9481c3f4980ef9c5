package import FlintCalendar
package import FlintRules
package import FlintSchema
package import Sessions

/// A due item, with messages in a tone.
package struct DueRow: ResultRow {
  let due: DueView
  let zone: CivilZone
  let tone: DueTone

  package init(_ due: DueView, _ zone: CivilZone, _ tone: DueTone = .nice) {
    (self.due, self.zone, self.tone) = (due, zone, tone)
  }

  /// The fields.
  package static let schema: ResultSchema<DueRow> = schema(in: .english)

  /// Returns the fields with the texts of tables in a language.
  package static func schema(in language: Language) -> ResultSchema<DueRow> {
    ResultSchema(
      "Due", "An item that is due.", shown: ["event", "due", "kind", "title", "detail"],
      [
        ResultField(
          "kind", .text, "The kind: " + DueView.Kind.names.joined(separator: ", ") + ".",
          text: { language.name(of: $0.due.kind) },
          tone: { $0.due.kind == .overdue ? .overdue : nil }
        ) { .name($0.due.kind.name) }.titled(language[.kindColumn]),
        ResultField("id", \.due.id, "The id; the same item has the same id in every run.").titled(
          "item"),
        ResultField(
          "event", .id, "The id of the event that it is about, such as a task.", isOptional: true
        ) { FieldValue(name: $0.event?.description) }.titled("id"),
        ResultField("title", \.due.title, "The title.", text: { $0.due.title(in: language) })
          .titled(language[.titleColumn]),
        ResultField(
          "due", .text, "The deadline: a day or a time.", text: { $0.shortText(in: language) }
        ) { .name($0.due.momentText($0.zone)) }.titled(language[.dueColumn]),
        ResultField("urgency", .text, "The urgency: high, normal or low.") {
          .name($0.due.urgency.name)
        },
        ResultField(
          "detail", .text, "A sentence about it, in the requested tone.",
          text: { $0.due.detail($0.tone, in: language) }
        ) { .text($0.due.detail($0.tone)) }.titled(language[.detailColumn]),
        ResultField(
          "missing", .decimal, "For missions, the amount missing to the target.",
          isOptional: true
        ) { $0.due.missingAmount.map { .exact($0) } ?? .none },
      ])
  }

  /// The event that the item is about, which its id ends with.
  private var event: EventID? {
    due.id.split(separator: "-").last.flatMap { EventID($0) }
  }

  /// Returns the deadline to the minute.
  private func shortText(in language: Language) -> String {
    switch due.moment {
    case .on(let day): return language.shown(day)
    case .at(let instant):
      let time = CivilTime(instant, offset: zone.offset(at: instant))
      return language.shown(time.day) + time.minuteText.dropFirst(time.day.description.count)
    }
  }
}

/// What is due, as JSON has it.
package struct DueList: ResultRow {
  let rows: [DueRow]
  let now: FieldValue

  /// Creates the list of the due items of a session.
  package init(_ rows: [DueRow], _ session: Session) {
    self.rows = rows
    now = session.zone.time(session.now)
  }

  /// The fields.
  package static let schema = ResultSchema<DueList>(
    "DueList", "What is due.",
    [
      ResultField("count", \.rows.count, "The number of items."),
      ResultField("now", .time, "The present time.") { $0.now },
      .rows("due", "The items.", DueRow.schema) { $0.rows },
    ])
}
