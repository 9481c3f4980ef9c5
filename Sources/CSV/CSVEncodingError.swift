/// Why bytes in some encoding could not be made UTF-8.
public struct CSVEncodingError: Error, Hashable, Sendable {
  /// The kinds of errors. Offsets are bytes of the input, before decoding.
  public enum Code: Hashable, Sendable {
    /// The system knows no encoding of this name.
    case unknownEncoding
    /// Bytes that the encoding does not have: the first one, and how many bytes precede it.
    case invalidBytes(first: UInt8, offset: Int)
    /// The input ends within a character: its first byte, and how many bytes precede it.
    case cutOff(byte: UInt8, offset: Int)
  }

  /// What is wrong.
  public var code: Code
  /// The name of the encoding, as given.
  public var encoding: String

  /// Makes an error.
  public init(_ code: Code, encoding: String) {
    self.code = code
    self.encoding = encoding
  }
}

extension CSVEncodingError: CustomStringConvertible {
  /// What is wrong, in words.
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
