import Rules
import Sessions

/// How commands name events: by an id, at least four of its first digits, a name or its beginning, or
/// `last`.
extension Session {
  /// Returns the event, removed or not, that an argument names.
  func recordedEvent(_ text: String) throws(SessionError) -> EventID {
    try reader.id(text, in: ReferenceScope(includesRemoved: true, abbreviatesNames: true))
  }

  /// Returns the tracker that an argument names.
  ///
  /// - Throws: `CommandFailure` with the command that lists trackers, if there is none.
  func tracker(named text: String, among trackers: TrackersState) throws -> Tracker {
    do throws(SessionError) {
      return try reader.tracker(text, abbreviatesNames: true, among: trackers)
    } catch {
      if case .reference(let reference) = error, !reference.isAmbiguous {
        throw CommandFailure.unknown(tracker: text, trackers)
      }
      throw error
    }
  }
}
