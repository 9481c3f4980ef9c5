public import Calendar

/// The draws of a log, in the order in which they were made.
///
/// Draws of one player from one pool are a sequence: counters and guarantee go on within it, and begin anew in
/// the next.
public struct DrawLog: Sendable {
  /// A draw.
  struct Draw: Sendable {
    /// The index of the prize's name.
    var name: Int32
    /// The index of the tier, rarest first.
    var tier: Int32
    /// The index of the sequence.
    var sequence: Int32
    /// The day, if the log has times.
    var day: CivilDay?
  }

  /// A player's draws from a pool.
  public struct Sequence: Hashable, Sendable {
    /// The player; empty where the log names none.
    public var player: String
    /// The pool; empty where the log names none.
    public var pool: String
  }

  /// The rules.
  public let model: DrawModel
  /// Whether the log begins with each player's first draw from a pool, so that every counter begins at 0.
  public let isComplete: Bool
  /// The names of the prizes, in the order in which they occur.
  public private(set) var names: [String] = []
  /// The sequences, in the order in which they begin.
  public private(set) var sequences: [Sequence] = []
  /// The rarities that are no tier of the model and count as the rest, with their number of draws.
  public private(set) var restRarities: [String: Int] = [:]
  private(set) var draws: [Draw] = []
  private var nameIndices: [String: Int32] = [:]
  private var sequenceIndices: [Sequence: Int32] = [:]
  private var tierIndices: [String: Int32]
  /// The tiers of the prizes that have occurred, by the index of their name; -1 for one that the model lacks.
  private var tierOfName: [Int32] = []

  /// The maximum number of draws.
  public static let mostDraws = 20_000_000

  /// Creates a log without draws.
  public init(_ model: DrawModel, isComplete: Bool = false) {
    (self.model, self.isComplete) = (model, isComplete)
    tierIndices = [:]
    for (index, tier) in model.tiers.enumerated() { tierIndices[tier.name] = Int32(index) }
  }

  /// The number of draws.
  public var count: Int { draws.count }

  /// Appends a draw that was made after all others of its sequence.
  ///
  /// - Parameters:
  ///   - name: the name of the prize.
  ///   - rarity: its rarity as the log has it; `nil` where the model knows the prize's tier.
  ///   - player: the player.
  ///   - pool: the pool.
  ///   - day: the day.
  /// - Returns: why the draw cannot be used; `nil` when it was appended.
  public mutating func append(
    _ name: String, rarity: String?, player: String = "", pool: String = "", day: CivilDay? = nil
  ) -> String? {
    guard draws.count < Self.mostDraws else { return "more than \(Self.mostDraws) draws" }
    let index = index(ofName: name)
    var tier = tierOfName[Int(index)]
    if let rarity {
      if let known = tierIndices[rarity] {
        if tier >= 0, tier != known {
          return "the rarity \"\(rarity)\" of \"\(name)\", which is "
            + "\(model.tiers[Int(tier)].name) in the model"
        }
        tier = known
      } else if model.hasRest {
        tier = Int32(model.tiers.count - 1)
        restRarities[rarity, default: 0] += 1
      } else {
        return
          "the rarity \"\(rarity)\" is none of \(model.tiers.map(\.name).joined(separator: ", "))"
      }
    } else if tier < 0 {
      guard model.hasRest else { return "\"\(name)\" is not among the items of the tiers" }
      tier = Int32(model.tiers.count - 1)
    }
    let key = Sequence(player: player, pool: pool)
    let sequence =
      sequenceIndices[key]
      ?? {
        let new = Int32(sequences.count)
        sequences.append(key)
        sequenceIndices[key] = new
        return new
      }()
    draws.append(Draw(name: index, tier: tier, sequence: sequence, day: day))
    return nil
  }

  private mutating func index(ofName name: String) -> Int32 {
    if let known = nameIndices[name] { return known }
    let new = Int32(names.count)
    names.append(name)
    nameIndices[name] = new
    let tier = model.prizes[name].flatMap { tierIndices[$0.tier] }
    // Where only featured prizes are named, they are of their tier.
    let featured = model.featured.flatMap { featured in
      featured.names.contains(name) ? featured.tier.flatMap { tierIndices[$0] } : nil
    }
    tierOfName.append(tier ?? featured ?? -1)
    return new
  }
}
