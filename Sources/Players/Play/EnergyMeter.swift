/// The energy of a player, which refills over time up to a maximum.
struct EnergyMeter {
  /// The milliseconds in which one unit refills. Energy is counted in milliseconds of refilling.
  private let most: Int64
  private let cost: Int64
  private var energy: Int64
  private var latest: Int64?

  init(_ policy: Policy.Energy) {
    let refill = policy.refillMinutes * 60_000
    most = policy.most * refill
    cost = policy.spark * refill
    energy = most
  }

  /// Starts a player, with the maximum.
  mutating func begin() { (energy, latest) = (most, nil) }

  /// Spends the energy of a spark, if there is enough; returns whether there is.
  ///
  /// - Parameter time: the time in milliseconds, not before that of the call before.
  mutating func spend(at time: Int64) -> Bool {
    if let latest { energy = min(most, energy + (time - latest)) }
    latest = time
    guard energy >= cost else { return false }
    energy -= cost
    return true
  }
}
