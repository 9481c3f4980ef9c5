package import FlintCalendar
package import FlintSchema
package import Sessions

/// A view of a profile, in the session whose zone and day its values are shown in.
package struct SessionRow<View> {
  package let view: View
  package let session: Session

  /// Returns an instant in the zone of the session; no value without one.
  package func time(_ instant: Instant?) -> FieldValue {
    instant.map { session.zone.time($0) } ?? .none
  }
}

/// A view whose schema needs a session.
package protocol SessionView {
  /// The fields, in the order in which JSON has them.
  static var schema: ResultSchema<SessionRow<Self>> { get }
}

extension SessionRow: ResultRow where View: SessionView {
  package static var schema: ResultSchema<SessionRow<View>> { View.schema }
}

extension Session {
  package func row<View: SessionView>(_ view: View) -> SessionRow<View> {
    SessionRow(view: view, session: self)
  }

  package func rows<View: SessionView>(_ views: [View]) -> [SessionRow<View>] {
    views.map { row($0) }
  }
}
