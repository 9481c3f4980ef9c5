package import FlintCalendar

extension ProfileState {
  /// The number of copies of a card, and the instant of the first.
  package struct Holding: Equatable, BitwiseCopyable, Sendable {
    /// The number of copies received; 0 when the card is not owned.
    package internal(set) var copies: Int32 = 0
    /// The instant of the first copy.
    package internal(set) var first = Instant(milliseconds: 0)
  }
}
