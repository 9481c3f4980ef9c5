import FlintCalendar
package import FlintJSON
package import FlintSchema

extension ProfileEvent {
  /// The kind of the event.
  public var kind: EventKind { action.kind }

  /// The event as a JSON object, from which ``init(json:)`` makes an equal one: its id, its kind, its instant in
  /// milliseconds since 1970, its offset in seconds and what the fold reads of its content. Texts of sparks are
  /// not part of the fold, nor of this object.
  package var json: JSONValue {
    .object([
      ("id", .string(id.description)), ("kind", .string(kind.name)),
      ("at", .integer(at.milliseconds)), ("offset", .integer(Int64(offset.seconds))),
      ("content", action.contentJSON),
    ])
  }

  /// Creates an event from the object that ``json`` returned.
  ///
  /// - Throws: ``FieldError`` when a member is missing or invalid.
  package init(json: JSONValue) throws(FieldError) {
    let members = try ContentMembers(object: json)
    let name: String = try members.required("kind")
    guard let kind = EventKind(name: name) else {
      throw FieldError(field: "kind", expected: "a kind of event", found: "\"\(name)\"")
    }
    let seconds: Int64 = try members.required("offset")
    let offset = UTCOffset(seconds: Int32(clamping: seconds))
    let at = Instant(milliseconds: try members.required("at"))
    try Self.checkTime(at, offset)
    self.init(
      id: try members.required("id"), at: at, offset: offset,
      action: try Action(kind, ContentMembers(object: json["content"] ?? .null)))
  }

  /// Checks that a profile accepts events at an instant with an offset.
  static func checkTime(_ at: Instant, _ offset: UTCOffset) throws(FieldError) {
    guard at.isAccepted else {
      throw FieldError(
        field: "at", expected: "an instant from \(Instant.earliest) to \(Instant.latest)",
        found: "\(at.milliseconds) ms")
    }
    guard offset.isAccepted else {
      throw FieldError(
        field: "at", expected: "an offset of at most 18 hours", found: "\(offset.seconds) s")
    }
  }
}

extension ContentMembers {
  /// - Throws: `FieldError` when the value is no object.
  init(object: JSONValue) throws(FieldError) {
    guard case .object(let members) = object else {
      throw FieldError(field: "content", expected: "an object", found: object.summary)
    }
    self.init(members)
  }
}
