import FlintJSON
import FlintRules

/// The least hashes of the names of the players that tallies count, by which players that two files have in common are
/// found: those of all players, up to a number; the least of the least are those of both together.
struct PlayerSample: Equatable, Sendable {
  /// The maximum number of hashes, lest files grow with the number of players.
  static let most = 256

  /// The hashes, ascending, as whole numbers of 63 bits.
  private(set) var hashes: [Int64] = []

  mutating func insert(_ player: String) {
    var hash = SipHash128(key0: 0, key1: 0)
    hash.append(utf8: player)
    insert(Int64(hash.finish().0 >> 1))
  }

  private mutating func insert(_ hash: Int64) {
    if hashes.count == Self.most, let last = hashes.last, hash >= last { return }
    var (low, high) = (0, hashes.count)
    while low < high {
      let middle = (low + high) / 2
      if hashes[middle] < hash { low = middle + 1 } else { high = middle }
    }
    if low < hashes.count, hashes[low] == hash { return }
    hashes.insert(hash, at: low)
    if hashes.count > Self.most { hashes.removeLast() }
  }

  mutating func merge(_ other: PlayerSample) {
    for hash in other.hashes { insert(hash) }
  }

  /// Returns whether it may be the sample of a number of players.
  func isOf(_ players: Int64) -> Bool {
    hashes.count <= Self.most && hashes.count <= players && hashes.isEmpty == (players == 0)
      && hashes.allSatisfy { $0 >= 0 }
      && zip(hashes, hashes.dropFirst()).allSatisfy { $0 < $1 }
  }
}

extension PlayerSample: ShardValue {
  var shardJSON: JSONValue { hashes.shardJSON }

  init?(shardJSON json: JSONValue) {
    guard let hashes = [Int64](shardJSON: json) else { return nil }
    self.hashes = hashes
  }
}
