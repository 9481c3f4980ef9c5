/// Reads the tags of an XML text one after the other, in constant memory.
///
/// This is no parser of XML: texts between tags are ignored, and whether tags are closed is not
/// checked. A document type is ignored, and refused if it defines entities, which would be
/// replaced by texts of any length.
struct XMLTags {
  /// The maximum length of a tag, a comment or a document type, in bytes.
  private static let maximumLength = 1 << 20

  private var buffer: [UInt8] = []
  private var position = 0
  private var lineStart = 0
  private var isAtEnd = false
  /// The range of the latest tag in the buffer, without its brackets.
  private var tag = 0..<0
  /// The number of the line on which the latest tag begins, from 1.
  private(set) var line = 1

  /// - Returns: Whether there is one.
  /// - Throws: `InputFailure` when the text cannot be read, ends within a tag, or defines entities.
  mutating func next(_ text: TextSource) throws(InputFailure) -> Bool {
    while true {
      guard let start = find([UInt8(ascii: "<")], from: position) else {
        // A bracket is one byte, so nothing of the rest is needed.
        position = buffer.count
        if try !fill(text) { return false }
        continue
      }
      count(to: start)
      position = start
      if try !begins("<!", text), try !begins("<?", text) {
        try readTag(text)
        return true
      }
      if try begins("<!--", text) {
        try skip(past: "-->", text)
      } else if try begins("<![CDATA[", text) {
        try skip(past: "]]>", text)
      } else if try begins("<?", text) {
        try skip(past: "?>", text)
      } else if try begins("<!DOCTYPE", text) {
        try skipType(text)
      } else {
        try readTag(text)
        return true
      }
    }
  }

  /// Calls a closure with the bytes of the latest tag, without its brackets.
  func withTag<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    buffer.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[tag])) }
  }

  private mutating func readTag(_ text: TextSource) throws(InputFailure) {
    var index = position + 1
    var quote: UInt8 = 0
    while true {
      let end = buffer.withUnsafeBufferPointer { bytes -> Int? in
        while index < bytes.count {
          let byte = bytes[index]
          if quote != 0 {
            if byte == quote { quote = 0 }
          } else if byte == UInt8(ascii: ">") {
            return index
          } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            quote = byte
          }
          index += 1
        }
        return nil
      }
      if let end {
        tag = position + 1..<end
        position = end + 1
        return
      }
      index -= try more(text, "a tag")
    }
  }

  /// Passes over a document type, which may contain declarations in brackets.
  private mutating func skipType(_ text: TextSource) throws(InputFailure) {
    var index = position
    var isInBrackets = false
    while true {
      while index < buffer.count {
        let byte = buffer[index]
        if byte == UInt8(ascii: "[") { isInBrackets = true }
        if byte == UInt8(ascii: "]") { isInBrackets = false }
        if byte == UInt8(ascii: ">"), !isInBrackets {
          if find(Array("<!ENTITY".utf8), from: position).map({ $0 < index }) ?? false {
            throw InputFailure(
              text.source.file.name,
              "line \(line): the document type defines entities, which are not read; remove them",
              isUnreadable: false)
          }
          position = index + 1
          return
        }
        index += 1
      }
      index -= try more(text, "the document type")
    }
  }

  private mutating func skip(
    past end: StaticString, _ text: TextSource
  ) throws(InputFailure) {
    let bytes = end.withUTF8Buffer { Array($0) }
    while true {
      if let found = find(bytes, from: position) {
        position = found + bytes.count
        return
      }
      _ = try more(text, "a comment or an instruction")
    }
  }

  private mutating func begins(
    _ start: StaticString, _ text: TextSource
  ) throws(InputFailure) -> Bool {
    let bytes = start.withUTF8Buffer { Array($0) }
    while buffer.count - position < bytes.count {
      if try !fill(text) { return false }
    }
    return buffer[position..<position + bytes.count].elementsEqual(bytes)
  }

  /// Reads more of something that is not complete yet.
  ///
  /// - Returns: The number of bytes that were removed before it.
  private mutating func more(_ text: TextSource, _ what: String) throws(InputFailure) -> Int {
    let before = position
    if buffer.count - position > Self.maximumLength {
      throw InputFailure(
        text.source.file.name,
        "line \(line): \(what) is longer than \(Self.maximumLength >> 20) MiB", isUnreadable: false)
    }
    guard try fill(text) else {
      throw InputFailure(
        text.source.file.name, "line \(line): the file ends within \(what): it is truncated",
        isUnreadable: false)
    }
    return before - position
  }

  /// Reads the next bytes, and removes those before the position; returns `false` at the end.
  private mutating func fill(_ text: TextSource) throws(InputFailure) -> Bool {
    if isAtEnd { return false }
    count(to: position)
    buffer.removeFirst(position)
    lineStart -= position
    position = 0
    let piece = try text.next()
    isAtEnd = piece.isEmpty
    buffer += piece
    return !isAtEnd
  }

  /// Counts the lines before an index of the buffer.
  private mutating func count(to index: Int) {
    guard lineStart < index else { return }
    buffer.withUnsafeBufferPointer { bytes in
      for position in lineStart..<index where bytes[position] == 0x0A { line += 1 }
    }
    lineStart = index
  }

  private func find(_ bytes: [UInt8], from start: Int) -> Int? {
    buffer.withUnsafeBufferPointer { buffer in
      guard let first = bytes.first, buffer.count >= bytes.count else { return nil }
      var index = start
      while index <= buffer.count - bytes.count {
        if buffer[index] == first, buffer[index..<index + bytes.count].elementsEqual(bytes) {
          return index
        }
        index += 1
      }
      return nil
    }
  }
}

enum XMLAttributes {
  /// Calls a closure with the name and the value of each attribute, the value as it is written.
  ///
  /// - Returns: Whether the tag is well formed.
  static func visit(
    _ tag: UnsafeBufferPointer<UInt8>,
    _ body: (_ name: Slice<UnsafeBufferPointer<UInt8>>, _ value: Slice<UnsafeBufferPointer<UInt8>>)
      -> Void
  ) -> Bool {
    var index = tag.firstIndex { $0 <= 0x20 } ?? tag.count
    // A function that changed the captured index would have each of its uses checked at run time.
    func afterSpace(_ start: Int) -> Int {
      var index = start
      while index < tag.count, tag[index] <= 0x20 { index += 1 }
      return index
    }
    while true {
      index = afterSpace(index)
      if index == tag.count || tag[index] == UInt8(ascii: "/") { return true }
      let start = index
      while index < tag.count, tag[index] > 0x20, tag[index] != UInt8(ascii: "=") { index += 1 }
      let name = tag[start..<index]
      index = afterSpace(index)
      guard index < tag.count, tag[index] == UInt8(ascii: "=") else { return false }
      index = afterSpace(index + 1)
      guard index < tag.count, tag[index] == UInt8(ascii: "\"") || tag[index] == UInt8(ascii: "'")
      else { return false }
      let quote = tag[index]
      index += 1
      let first = index
      while index < tag.count, tag[index] != quote { index += 1 }
      guard index < tag.count else { return false }
      body(name, tag[first..<index])
      index += 1
    }
  }

  /// Returns a value with the references to XML's five entities replaced.
  static func text(_ value: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    let bytes = UnsafeBufferPointer(rebasing: value)
    let text = String(decoding: bytes, as: UTF8.self)
    guard bytes.contains(UInt8(ascii: "&")) else { return text }
    return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&quot;", with: "\"").replacing("&apos;", with: "'").replacing("&amp;", with: "&")
  }
}
