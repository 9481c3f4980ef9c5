import Commands
import FlintJSON
import FlintRules

/// The players that a replay has met, so that one whose lines are apart is found.
struct PlayersSeen {
  private var hashes: Set<UInt64> = []

  /// The number of players that are compared, lest memory grow with their number.
  static let most = 1_000_000

  /// - Throws: `CommandFailure` if the player was met before.
  mutating func insert(_ player: String, _ file: String) throws {
    var hash = SipHash128(key0: 0, key1: 0)
    hash.append(utf8: player)
    let value = hash.finish().0
    if hashes.contains(value) {
      throw CommandFailure(
        .badInput,
        "\(file): the lines of player \(JSONValue.string(player).summary) are not together; "
          + "sort the lines by player")
    }
    if hashes.count < Self.most { hashes.insert(value) }
  }
}
