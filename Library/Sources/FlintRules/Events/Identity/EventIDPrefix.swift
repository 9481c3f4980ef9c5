/// The first hexadecimal digits of an event's id, by which people name the event.
package struct EventIDPrefix: Hashable, Sendable {
  /// The minimum number of digits: fewer are hardly ever unique, and look like words.
  package static let minimumDigits = 4

  /// The ids that begin with the digits.
  package let ids: ClosedRange<EventID>

  /// Creates a prefix from 4 to 32 hexadecimal digits; `nil` when the text has another form.
  package init?(_ text: some StringProtocol) {
    let count = text.utf8.count
    guard (Self.minimumDigits...32).contains(count),
      let low = EventID(text + String(repeating: "0", count: 32 - count)),
      let high = EventID(text + String(repeating: "f", count: 32 - count))
    else { return nil }
    ids = low...high
  }
}
