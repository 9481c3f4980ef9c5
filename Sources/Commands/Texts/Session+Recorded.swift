package import FlintRules
package import Sessions
package import Views

extension Session {
  package func recorded(
    _ action: ProfileEvent.Action, at time: EventTime? = nil, key: String? = nil
  ) throws -> RecordedView {
    let recorded = try record(action, at: time, key: key)
    return try RecordedView(recorded, EventText(self).text(of: action, .addition), self)
  }
}
