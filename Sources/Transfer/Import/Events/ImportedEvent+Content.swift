import FlintCalendar
import FlintRules
import FlintSchema
import Sessions

extension ImportedEvent {
  /// Returns the content of the event, with its time.
  func content(
    _ session: Session, _ references: References
  ) throws -> Correction.Content {
    func resolve(_ time: EventTime) -> (at: Instant, offset: UTCOffset) {
      switch time {
      case .written(let timestamp):
        let resolved = session.zone.resolveEvent(timestamp)
        return (resolved.instant, resolved.offset)
      case .instant(let instant): return (instant, session.zone.offset(at: instant))
      }
    }
    switch self {
    case .spark(let spark):
      let (at, offset) = resolve(spark.at ?? .instant(session.now))
      return try RowProblem.checking { () throws(FieldError) in
        .spark(try spark.spark(at: at, offset: offset, under: session.rulebook))
      }
    case .roll(let category, let time, _):
      let (at, offset) = resolve(time)
      return .event(at: at, offset: offset, .roll(category))
    case .action(let action):
      let (at, offset) = resolve(action.at)
      return .event(at: at, offset: offset, try action.action(references))
    case .entry, .habit, .known:
      throw RowProblem(reason: "only sparks, rolls and actions have content of their own")
    }
  }
}
