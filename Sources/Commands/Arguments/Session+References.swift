import FlintCalendar
import Lua
package import FlintRules
import FlintSchema
package import Sessions

/// How commands name events: by an id, at least four of its first digits, a name or its beginning, or
/// `last`.
extension Session {
  /// Returns the event, removed or not, that an argument names.
  package func recordedEvent(_ text: String) throws(SessionError) -> EventID {
    try reader.id(text, in: ReferenceScope(includesRemoved: true, abbreviatesNames: true))
  }

  /// - Throws: `CommandFailure` with the command that lists trackers, if there is none.
  package func tracker(named text: String, among trackers: TrackersState) throws -> Tracker {
    do throws(SessionError) {
      return try reader.tracker(text, abbreviatesNames: true, among: trackers)
    } catch {
      if case .reference(let reference) = error, !reference.isAmbiguous {
        throw CommandFailure.unknown(tracker: text, trackers)
      }
      throw error
    }
  }

  package func habit(named text: String) throws -> Tracker {
    do throws(SessionError) {
      let id = try reader.id(text, in: .habits)
      if let tracker = try folded().trackers.tracker(id), tracker.habit != nil {
        return tracker
      }
    } catch {
      guard case .reference(let reference) = error, !reference.isAmbiguous else { throw error }
    }
    let trackers = try folded().trackers
    if let tracker = trackers.tracker(reference: text) {
      throw CommandFailure(
        .failure,
        "\"\(tracker.content.name)\" is a tracker without a schedule; flint habit add "
          + "\(Suggestion.quoted(tracker.content.name)) makes it a habit")
    }
    let names = trackers.trackers.filter { $0.habit != nil }.map(\.content.name)
    let isDay = WrittenDay.isWritten(in: text, as: .moment)
    throw CommandFailure(
      .failure,
      "there is no habit \(Suggestion.quoted(text))\(NearestName.hint(for: text, among: names)); "
        + (isDay
          ? "\(WrittenDay.typed("--on", text)) gives the day"
          : "flint habits lists them, and flint habit add adds one"))
  }
}
