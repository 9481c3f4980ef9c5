extension ProfileState {
  /// The histories that a state retains beside totals. Only simulators, which play millions of
  /// players and read few of their numbers, retain less than all.
  package struct RetainedHistory: OptionSet, BitwiseCopyable, Sendable {
    /// The bits, one for each history.
    package let rawValue: UInt8
    /// Creates a set from its bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The totals of each civil day: `history`.
    package static let days = RetainedHistory(rawValue: 1)
    /// The lists of missions completed and expired: `missions.completions`, `missions.expiries`.
    package static let missions = RetainedHistory(rawValue: 2)
    /// Active days and the achievements that they unlock: `journey`.
    package static let journey = RetainedHistory(rawValue: 4)
    package static let all: RetainedHistory = [.days, .missions, .journey]
  }
}
