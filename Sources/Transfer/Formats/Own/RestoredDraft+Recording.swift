import Rules
public import Sessions

extension RestoredDraft {
  /// The name by which later drafts refer to it, and the kind of event that it is.
  public var reference: String? {
    if case .action(let draft) = draft { draft.reference } else { nil }
  }

  /// Records it.
  ///
  /// - Throws: `RowProblem` when it refers to what is not there, or says what the rules refuse as
  ///   such; `SessionError`.
  ///   Where it is there and says something else, `SessionError.conflict`, unless it is to be
  ///   corrected.
  public func record(
    in session: Session, _ references: References, isUpdating: Bool = false
  ) throws -> Recorded {
    let now = try draft.content(session, references)
    let first = try original?.content(session, references)
    return try session.restore(
      now, original: first, key: draft.key, occurrence: occurrence, isUpdating: isUpdating)
  }
}

extension Draft {
  /// What it says, at its place.
  func content(
    _ session: Session, _ references: References
  ) throws -> Correction.Content {
    func place(_ time: EventTime?) -> (at: Instant, offset: UTCOffset) {
      switch time {
      case .written(let timestamp)?:
        let place = session.zone.resolve(timestamp)
        return (place.instant, place.offset)
      case .instant(let instant)?: return (instant, session.zone.offset(at: instant))
      case nil: return (session.now, session.zone.offset(at: session.now))
      }
    }
    switch self {
    case .spark(let draft):
      let (at, offset) = place(draft.at)
      do throws(FieldError) {
        return .spark(
          try Spark(
            at: at, offset: offset, category: draft.category, intensity: draft.intensity,
            title: draft.title, notes: draft.notes, tags: draft.tags,
            estimatedMinutes: draft.estimatedMinutes, actualMinutes: draft.actualMinutes))
      } catch {
        throw RowProblem(error)
      }
    case .roll(let category, let time, _):
      let (at, offset) = place(time)
      return .event(at: at, offset: offset, .roll(category))
    case .action(let draft):
      let (at, offset) = place(draft.at)
      return .event(at: at, offset: offset, try draft.action(references))
    case .entry, .restored, .known:
      throw RowProblem(reason: "only sparks, rolls and actions can be restored")
    }
  }
}
