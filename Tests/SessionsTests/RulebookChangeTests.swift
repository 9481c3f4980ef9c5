import Testing

@testable import Sessions

/// The text of a change of rulebooks, in answers and in the log.
struct `A change of the rulebook` {
  private static func version(_ id: String, _ hash: String) -> RulebookChange.Version {
    RulebookChange.Version(id: id, hash: hash)
  }

  @Test func `names two rulebooks by their ids`() {
    let change = RulebookChange(
      old: Self.version("ignition", "0123456789abcdef"),
      new: Self.version("own", "fedcba9876543210"))
    #expect(change.text == "rulebook ignition → own")
    #expect(change.reversed.text == "rulebook own → ignition")
  }

  @Test func `names versions of one rulebook with eight digits of their hashes`() {
    let change = RulebookChange(
      old: Self.version("own", "0123456789abcdef"), new: Self.version("own", "fedcba9876543210"))
    #expect(change.text == "rulebook own 01234567 → own fedcba98")
  }
}
