extension ProfileState {
  /// The fuel, the overloads that it caused and the roll tokens that are not spent.
  public struct Fuel: Equatable, BitwiseCopyable, Sendable {
    /// The fuel, below the rulebook's capacity.
    public internal(set) var amount: Int64 = 0
    /// The number of overloads.
    public internal(set) var overloads: Int64 = 0
    /// The number of unspent roll tokens.
    public internal(set) var tokens: Int64

    /// Empties the full fuel, and grants roll tokens.
    mutating func overload(granting granted: Int64) {
      amount = 0
      overloads &+= 1
      tokens &+= granted
    }
  }
}
