public import Calendar

/// The original contents of keyless events whose id cannot be derived from their current content
/// and occurrence number alone, because they, or equal events at the same instant, were corrected.
public struct OriginalContents: Sendable {
  /// The original contents of corrected sparks that are not removed, by id.
  public var sparks: [EventID: Spark] = [:]
  /// The original contents of other corrected events that are not removed, by id.
  public var events: [EventID: Event] = [:]
  /// The instants at which keyless events that were corrected or removed occurred, originally and
  /// after each correction: the first of the equal events at such an instant may be missing.
  public var instants: Set<Instant> = []

  /// Creates an empty collection.
  public init() {}

  /// Whether no event was corrected.
  public var isEmpty: Bool { sparks.isEmpty && events.isEmpty && instants.isEmpty }
}
