/// What is known of keyless events that do not say, or are not numbered, as their rows alone would
/// make believe: those that were corrected, and those beside which equal ones were.
public struct KeylessPasts: Sendable {
  /// What corrected sparks that still stand said when they were recorded.
  public var sparks: [EventID: Spark] = [:]
  /// What other corrected events that still stand said when they were recorded.
  public var events: [EventID: Event] = [:]
  /// The instants at which something keyless that was corrected or taken back was recorded, and those
  /// at which it happened since: of the equal ones beside it the first may be missing.
  public var instants: Set<Instant> = []

  /// Begins with nothing.
  public init() {}

  /// Whether there is nothing to know.
  public var isEmpty: Bool { sparks.isEmpty && events.isEmpty && instants.isEmpty }
}
