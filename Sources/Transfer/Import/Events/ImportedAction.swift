package import FlintRules
package import Sessions

/// An event of any kind except sparks, rolls and entries of an app's own trackers.
package struct ImportedAction: Sendable {
  package var kind: EventKind
  package var at: EventTime
  /// Whether the file states the time. If not, `at` is only the initial time, and an existing event
  /// with the same key and content but another time counts as the same event.
  package var isTimeKnown = true
  /// The identifier assigned by the source, if any.
  package var key: String?
  /// The id that the file itself uses, unique among its kind in one import, by which later events
  /// refer to this one.
  package var reference: String?
  /// The names of the fields absent from the file: a corrected event keeps their values.
  package var absentFields: Set<String> = []
  /// The beginning of tags that the file need not have; see `ImportedEntry.optionalTags`.
  var optionalTags: String?
  /// Whether the event only frees a completed task from those before it, so that it is not recorded for a
  /// task that has none in the profile.
  var isRelease = false
  /// Returns the action that earlier versions recorded for the same record, if it was another one. An
  /// event with it counts as the same, unless corrections are enabled.
  var former: (@Sendable () throws(RowProblem) -> ProfileEvent.Action)?
  /// Returns the event's action. Called after the preceding events have been recorded.
  package var action: @Sendable (References) throws(RowProblem) -> ProfileEvent.Action

  /// Creates the event of an action that refers to no other event.
  package init(
    at: EventTime, key: String? = nil, reference: String? = nil, _ action: ProfileEvent.Action
  ) {
    self.init(action.kind, at: at, key: key, reference: reference) { (_) throws(RowProblem) in
      action
    }
  }

  /// Creates the event of an action that may refer to earlier events.
  package init(
    _ kind: EventKind, at: EventTime, key: String? = nil, reference: String? = nil,
    referring action: @escaping @Sendable (References) throws(RowProblem) -> ProfileEvent.Action
  ) {
    self.kind = kind
    self.at = at
    self.key = key
    self.reference = reference
    self.action = action
  }
}
