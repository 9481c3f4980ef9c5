import Chance
package import FlintJSON
import FlintRules

extension ShardResult {
  package var json: JSONValue {
    var result = self
    (result.form, result.writtenHash) = (Self.newestForm, contentHash)
    return result.shardJSON
  }

  /// The hash of everything that the result contains, as 32 hexadecimal digits.
  private var contentHash: String {
    var result = self
    (result.form, result.writtenHash) = (Self.newestForm, nil)
    var hash = SipHash128(key0: 0x7364_7261_6873_2e74, key1: 0x6e69_6c66_2e66_6f2e)
    hash.append(utf8: result.shardJSON.text())
    return hash.eventID().description
  }

  /// - Parameters:
  ///   - bytes: the text.
  ///   - name: the name of the text in errors.
  package init(parsing bytes: [UInt8], name: String) throws(SimulationError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(foreign: bytes)
    } catch {
      throw .shard("\(name) is not a shard: \(error)")
    }
    try self.init(value, name: name)
  }

  /// - Parameter name: the name of the file in errors.
  package init(_ value: JSONValue, name: String) throws(SimulationError) {
    func has(_ name: String, _ expected: JSONValue) -> Bool {
      guard case .object(let members) = value else { return false }
      return members.first { $0.name == name }?.value == expected
    }
    guard has("flint", .string("shard")) else {
      throw .shard("\(name) is not a shard; one is written by flint simulate --shard")
    }
    guard has("form", .integer(2)) || has("form", .integer(Self.newestForm)) else {
      throw .shard("\(name) was written by another version of Flint")
    }
    guard let result = ShardResult(shardJSON: value) else {
      throw .shard("\(name) is a damaged shard; make it again")
    }
    guard result.form == 2 || result.writtenHash == result.contentHash else {
      throw .shard(
        "\(name) was changed after it was written: it does not have its hash; make it again")
    }
    self = result
  }
}

extension ShardResult: ShardRecord {
  init() { self.init(PlanSummary(), Shard(), TallySet(measures: 0, controls: [])) }

  static var members: [ShardMember<ShardResult>] {
    [
      ShardMember("flint", constant: .string("shard")),
      ShardMember("form", \.form), ShardMember("plan", \.plan),
      ShardMember("shard", \.shard.number), ShardMember("of", \.shard.count),
      ShardMember("events", \.tallies.events), ShardMember("tallies", \.tallies.tallies),
      ShardMember("differences", \.tallies.differences),
      ShardMember("moments", \.tallies.moments),
      ShardMember("difference_moments", \.tallies.differenceMoments),
      ShardMember(omitting: "hash", \.writtenHash),
    ]
  }

  var isConsistent: Bool {
    // Events of all shards together are counted with 64 bits.
    guard Shard(shard.number, of: shard.count) != nil,
      (0...Int64.max / Int64(shard.count)).contains(tallies.events),
      tallies.hasShape(of: plan.emptyTallies)
    else { return false }
    let players = Int64(shard.players(of: plan.players).count)
    return tallies.isConsistent(players: players, plan.measures)
  }
}

extension TallySet {
  fileprivate func hasShape(of other: TallySet) -> Bool {
    tallies.map(\.count) == other.tallies.map(\.count)
      && differences.map(\.count) == other.differences.map(\.count)
      && moments.map(\.shape) == other.moments.map(\.shape)
      && differenceMoments.map(\.shape) == other.differenceMoments.map(\.shape)
  }

  /// Returns whether all tallies are of a number of players, and go together.
  ///
  /// - Parameter measures: the measures; those of segments are of some of the players.
  fileprivate func isConsistent(players: Int64, _ measures: [PlanSummary.Measure]) -> Bool {
    let differences = differences.map { $0.map(\.difference) }
    return (tallies + differences).allSatisfy { row in
      row.indices.allSatisfy {
        measures[$0].isPart ? row[$0].players <= players : row[$0].players == players
      }
    }
      && zip(self.differences, tallies.dropFirst()).allSatisfy { row, own in
        row.indices.allSatisfy { row[$0].fits(tallies[0][$0], own[$0]) }
      }
      && zip(moments, tallies).allSatisfy {
        $0.fits(players: players, sums: $1.map(\.restricted.sum))
      }
      && zip(differenceMoments, differences).allSatisfy {
        $0.fits(players: players, sums: $1.map(\.sum))
      }
  }
}

extension CoMoments {
  fileprivate var shape: [Int] { [controls, measures] }

  /// Returns whether the sums are of a number of players with sums of their measures; without controls
  /// there are no sums.
  fileprivate func fits(players: Int64, sums: [Int128]) -> Bool {
    controls > 0 ? count == players && measureSums == sums : count == 0
  }
}

extension PairTally {
  /// Returns whether the number of players with a value under both is consistent with the tallies of
  /// each.
  fileprivate func fits(_ first: Tally, _ second: Tally) -> Bool {
    both <= min(first.count, second.count) && first.count + second.count - both <= first.players
  }
}
