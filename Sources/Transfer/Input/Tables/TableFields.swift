import FlintSchema

/// The fields of a row of a table, as texts that are made when they are read: a table that is read
/// into memory has millions of fields, of which a format looks at some.
struct TableFields: RandomAccessCollection, Sendable {
  private let text: TableText
  private let first: UInt32
  /// The number of fields that the text has; those behind them are empty.
  private var storedCount: UInt32
  private(set) var count: Int

  init(_ text: TableText, first: Int, count: Int) {
    self.text = text
    self.first = UInt32(first)
    storedCount = UInt32(count)
    self.count = count
  }

  init(_ texts: [String]) {
    var text = TableText.Content()
    for field in texts { text.append(field.utf8) }
    self.init(TableText(text), first: 0, count: texts.count)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> String {
    index < storedCount ? String(decoding: text[Int(first) + index], as: UTF8.self) : ""
  }

  /// Whether a field has no text but white space.
  func isBlank(_ index: Int) -> Bool {
    guard index < storedCount else { return true }
    let bytes = text[Int(first) + index]
    if bytes.isEmpty { return true }
    // Most fields begin with a visible ASCII character.
    if let byte = bytes.first, byte > 0x20, byte < 0x7F { return false }
    return self[index].trimmedWhitespace.isEmpty
  }

  /// Drops fields at the end, or adds empty ones, to have a number of fields.
  mutating func resize(to width: Int) {
    storedCount = Swift.min(storedCount, UInt32(width))
    count = width
  }
}

/// The texts of many fields, one behind the other.
final class TableText: Sendable {
  /// The texts while they are collected.
  struct Content: Sendable {
    fileprivate private(set) var bytes: [UInt8] = []
    fileprivate private(set) var ends: [UInt32] = []

    /// Creates a content without fields.
    ///
    /// - Parameter expectedSize: the expected size of all texts, in bytes.
    init(expectedSize: Int = 0) { bytes.reserveCapacity(expectedSize) }

    var count: Int { ends.count }

    mutating func append(_ field: some Sequence<UInt8>) {
      bytes.append(contentsOf: field)
      ends.append(UInt32(bytes.count))
    }

    mutating func removeFields(from index: Int) {
      ends.removeSubrange(index...)
      bytes.removeSubrange(Int(ends.last ?? 0)...)
    }

    /// Whether a byte occurs in the fields from an index on.
    func contains(_ byte: UInt8, from index: Int) -> Bool {
      bytes[(index == 0 ? 0 : Int(ends[index - 1]))...].contains(byte)
    }
  }

  private let content: Content

  init(_ content: Content) { self.content = content }

  subscript(index: Int) -> ArraySlice<UInt8> {
    content.bytes[(index == 0 ? 0 : Int(content.ends[index - 1]))..<Int(content.ends[index])]
  }
}
