/// A failure to convert text in some encoding to UTF-8.
public struct CSVEncodingError: Error, Hashable, Sendable {
  /// The kinds of errors. Offsets count bytes of the input, before decoding, from 0.
  public enum Code: Hashable, Sendable {
    /// No encoding of this name is known to the system.
    case unknownEncoding
    /// A byte sequence that is invalid in the encoding: its first byte and its offset.
    case invalidBytes(first: UInt8, offset: Int)
    /// An input that ends within a character: the first byte of the character and its offset.
    case cutOff(byte: UInt8, offset: Int)
  }

  /// The kind of error.
  public var code: Code
  /// The name of the encoding, as given.
  public var encoding: String

  /// Creates an error.
  public init(_ code: Code, encoding: String) {
    self.code = code
    self.encoding = encoding
  }
}

extension CSVEncodingError: CustomStringConvertible {
  /// The message to be shown to the user.
  public var description: String {
    switch code {
    case .unknownEncoding:
      "unknown encoding \"\(encoding)\""
    case .invalidBytes(let byte, let offset):
      "invalid \(encoding): byte 0x\(hex(byte)) at offset \(offset)"
    case .cutOff(let byte, let offset):
      "invalid \(encoding): the input ends within the character that starts with byte "
        + "0x\(hex(byte)) at offset \(offset)"
    }
  }
}
