import FlintJSON
import FlintSchema

extension ProfileEvent: Codable {
  /// Encodes an object: the id, the kind, the instant in milliseconds since 1970, the offset of the local clock in
  /// seconds, and what the fold reads of the content. Texts of sparks are not part of the fold, nor of this object.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  /// Decodes the object that ``encode(to:)`` wrote, into an equal event.
  ///
  /// - Throws: `DecodingError` when a member is missing or invalid.
  public init(from decoder: any Decoder) throws {
    let json = try JSONValue(from: decoder)
    do throws(FieldError) {
      try self.init(json: json)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: error.description))
    }
  }
}

extension EventID: Codable {
  /// Encodes the 32 hexadecimal digits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// Decodes 32 hexadecimal digits.
  ///
  /// - Throws: `DecodingError` when the text has another form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let id = EventID(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected 32 hexadecimal digits, got \"\(text)\"")
    }
    self = id
  }
}
