package import FlintCalendar

/// The draws of a log, in the order in which they were made.
///
/// Draws of one player from one pool are a sequence: counters and guarantee go on within it, and begin anew in
/// the next. A draw that was made and cannot be read ends the sequence: what follows is another one, of whose
/// counters nothing is known at first.
package struct DrawLog: Sendable {
  package struct Draw: Sendable {
    /// The index of the prize's name.
    var name: Int32
    /// The index of the tier, rarest first.
    package var tier: Int32
    var sequence: Int32
    /// The day, if the log has times.
    var day: CivilDay?
  }

  /// A player's draws from a pool.
  package struct Sequence: Hashable, Sendable {
    /// The player; empty where the log names none.
    package var player: String
    /// The pool; empty where the log names none.
    package var pool: String
    /// Whether draws that cannot be read precede it.
    package internal(set) var followsUnread = false

    package init(player: String, pool: String) { (self.player, self.pool) = (player, pool) }

    /// The player and the pool alone.
    fileprivate var owner: Sequence { Sequence(player: player, pool: pool) }
  }

  /// Where a draw that cannot be read belongs.
  package enum Place: Hashable, Sendable {
    /// After the draws appended before it.
    case here
    /// Anywhere among the draws of its player and pool.
    case amongSequence
    /// Anywhere among the draws of any player and pool.
    case anywhere
  }

  package let model: DrawModel
  /// Whether the log begins with each player's first draw from a pool, so that every counter begins at 0.
  package let isComplete: Bool
  /// The names of the prizes, in the order in which they occur.
  package private(set) var names: [String] = []
  /// The sequences, in the order in which they begin.
  package private(set) var sequences: [Sequence] = []
  /// The rarities that are no tier of the model, or the items of draws without a rarity, with their number of
  /// draws: these count as the rest, if there is one.
  package private(set) var unassigned: [String: Int] = [:]
  /// The number of draws that were made and cannot be read.
  package private(set) var unread = 0
  /// The number of these whose item or rarity does not fit the rules, so that they are not missing by chance.
  package private(set) var misfits = 0
  private(set) var draws: [Draw] = []
  /// The players and pools whose last draw cannot be read.
  private var interrupted: Set<Sequence> = []
  /// The players and pools with a draw of unknown place.
  private var unordered: Set<Sequence> = []
  private var isUnordered = false
  private var nameIndices: [String: Int32] = [:]
  private var sequenceIndices: [Sequence: Int32] = [:]
  private var tierIndices: [String: Int32]
  /// The tiers of the prizes that have occurred, by the index of their name; -1 for one that the model lacks.
  private var tierOfName: [Int32] = []

  /// The maximum number of draws.
  package static let mostDraws = 20_000_000

  package init(_ model: DrawModel, isComplete: Bool = false) {
    (self.model, self.isComplete) = (model, isComplete)
    tierIndices = [:]
    for (index, tier) in model.tiers.enumerated() { tierIndices[tier.name] = Int32(index) }
  }

  package var count: Int { draws.count }

  package var tierCounts: [Int] {
    draws.reduce(into: Array(repeating: 0, count: model.tiers.count)) { $0[Int($1.tier)] += 1 }
  }

  /// The number of players and pools with draws.
  package var owners: Int { sequenceIndices.count }

  /// Whether the order of the draws of each sequence is known: none is missing at an unknown place.
  var areOrdered: [Bool] { sequences.map { !isUnordered && !unordered.contains($0.owner) } }

  /// Whether the counters of each sequence begin at 0.
  var beginAtZero: [Bool] {
    zip(sequences, areOrdered).map { isComplete && $1 && !$0.followsUnread }
  }

  /// Appends a draw that was made and cannot be read.
  ///
  /// - Parameters:
  ///   - place: where it belongs.
  ///   - player: its player.
  ///   - pool: its pool.
  package mutating func appendUnread(_ place: Place, player: String = "", pool: String = "") {
    unread += 1
    let owner = Sequence(player: player, pool: pool)
    switch place {
    case .here: interrupted.insert(owner)
    case .amongSequence: unordered.insert(owner)
    case .anywhere: isUnordered = true
    }
  }

  /// Appends a draw that was made after all others of its sequence. One that cannot be used is a draw that cannot
  /// be read.
  ///
  /// - Parameters:
  ///   - name: the name of the prize.
  ///   - rarity: its rarity as the log has it; `nil` where the model knows the prize's tier.
  ///   - player: the player.
  ///   - pool: the pool.
  ///   - day: the day.
  /// - Returns: why the draw cannot be used; `nil` when it was appended.
  package mutating func append(
    _ name: String, rarity: String?, player: String = "", pool: String = "", day: CivilDay? = nil
  ) -> String? {
    let problem = appendReadable(name, rarity, Sequence(player: player, pool: pool), day)
    if problem != nil {
      appendUnread(.here, player: player, pool: pool)
      misfits += 1
    }
    return problem
  }

  private mutating func appendReadable(
    _ name: String, _ rarity: String?, _ owner: Sequence, _ day: CivilDay?
  ) -> String? {
    guard draws.count < Self.mostDraws else { return "more than \(Self.mostDraws) draws" }
    if rarity == "" { return "no rarity" }
    let index = index(ofName: name)
    let own = tierOfName[Int(index)]
    // Without a rarity, an item that is named as a tier is of that tier.
    var tier = rarity == nil && own >= 0 ? own : tierIndices[rarity ?? name] ?? -1
    if tier < 0 {
      unassigned[rarity ?? name, default: 0] += 1
      guard model.hasRest else {
        return rarity.map {
          "the rarity \"\($0)\" is none of \(model.tiers.map(\.name).joined(separator: ", "))"
        } ?? "\"\(name)\" is not among the items of the tiers"
      }
      tier = Int32(model.tiers.count - 1)
    }
    if let rarity, own >= 0, own != tier {
      return "the rarity \"\(rarity)\" of \"\(name)\", which is "
        + "\(model.tiers[Int(own)].name) in the model"
    }
    draws.append(Draw(name: index, tier: tier, sequence: sequence(of: owner), day: day))
    return nil
  }

  private mutating func sequence(of owner: Sequence) -> Int32 {
    let isInterrupted = !interrupted.isEmpty && interrupted.remove(owner) != nil
    if !isInterrupted, let known = sequenceIndices[owner] { return known }
    let new = Int32(sequences.count)
    var sequence = owner
    sequence.followsUnread = isInterrupted
    sequences.append(sequence)
    sequenceIndices[owner] = new
    return new
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
