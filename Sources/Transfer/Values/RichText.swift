import FlintRules
import FlintSchema

/// Conversion of text with HTML markup, as note editors of phones write it, to plain text.
enum RichText {
  /// Returns the text without markup: `<br>` and the ends of blocks become line feeds, list items
  /// begin with `- `, style tags are removed, and character references such as `&amp;` are
  /// replaced. Text that is not HTML markup, as in `a < b` and `<3`, is unchanged.
  static func plain(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
      return text.trimmedWhitespace
    }
    var plain = ""
    var rest = Substring(text)
    while let character = rest.first {
      if character == "<", let (tag, after) = tag(rest) {
        tag.write(to: &plain)
        rest = after
      } else if character == "&", let (scalar, after) = entity(rest) {
        plain.unicodeScalars.append(scalar)
        rest = after
      } else {
        plain.append(character)
        rest.removeFirst()
      }
    }
    return plain.trimmedWhitespace
  }

  private enum Tag {
    case lineBreak
    case block
    case item
    case style

    func write(to text: inout String) {
      switch self {
      case .lineBreak: text += "\n"
      case .block: if !text.isEmpty && !text.hasSuffix("\n") { text += "\n" }
      case .item:
        if !text.isEmpty && !text.hasSuffix("\n") { text += "\n" }
        text += "- "
      case .style: break
      }
    }
  }

  private static let blocks: Set<String> = [
    "p", "div", "ul", "ol", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6",
  ]
  private static let styles: Set<String> = [
    "b", "i", "u", "s", "em", "strong", "span", "font", "strike", "del", "ins", "a", "mark",
    "small", "big", "sub", "sup",
  ]

  /// Returns the tag that a text begins with, and the text after it.
  private static func tag(_ text: Substring) -> (Tag, Substring)? {
    // The length is limited, or every < of a long text would cause a search to its end.
    guard let end = text.prefix(1000).firstIndex(of: ">") else { return nil }
    var inside = text[text.index(after: text.startIndex)..<end]
    if inside.contains("<") { return nil }
    let isClosing = inside.first == "/"
    if isClosing { inside.removeFirst() }
    if inside.last == "/" { inside.removeLast() }
    let name = inside.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    // A name, followed by nothing or attributes.
    guard inside.dropFirst(name.count).first?.isWhitespace ?? true else { return nil }
    let after = text[text.index(after: end)...]
    switch name.lowercased() {
    case "br": return (.lineBreak, after)
    case "li": return (isClosing ? .block : .item, after)
    case let name where blocks.contains(name): return (.block, after)
    case let name where styles.contains(name): return (.style, after)
    default: return nil
    }
  }

  /// Returns the character reference that a text begins with, and the text after it.
  private static func entity(_ text: Substring) -> (Unicode.Scalar, Substring)? {
    guard let end = text.prefix(10).firstIndex(of: ";") else { return nil }
    let name = text[text.index(after: text.startIndex)..<end]
    let after = text[text.index(after: end)...]
    let scalar: Unicode.Scalar?
    switch name {
    case "amp": scalar = "&"
    case "lt": scalar = "<"
    case "gt": scalar = ">"
    case "quot": scalar = "\""
    case "apos": scalar = "'"
    case "nbsp": scalar = " "
    case _ where name.hasPrefix("#x") || name.hasPrefix("#X"):
      scalar = UInt32(name.dropFirst(2), radix: 16).flatMap { Unicode.Scalar($0) }
    case _ where name.hasPrefix("#"):
      scalar = UInt32(name.dropFirst()).flatMap { Unicode.Scalar($0) }
    default: scalar = nil
    }
    // SQLite does not store U+0000.
    guard let scalar, scalar.value != 0 else { return nil }
    return (scalar, after)
  }
}
