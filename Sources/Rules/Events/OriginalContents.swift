package import Calendar

/// The original contents of keyless events whose id cannot be derived from their current content
/// and occurrence number alone, because they, or equal events at the same instant, were corrected.
package struct OriginalContents: Sendable {
  /// The original contents of corrected sparks that are not removed, by id.
  package var sparks: [EventID: Spark] = [:]
  /// The original contents of other corrected events that are not removed, by id.
  package var events: [EventID: Event] = [:]
  /// The instants at which keyless events that were corrected or removed occurred, originally and
  /// after each correction: the first of the equal events at such an instant may be missing.
  package var instants: Set<Instant> = []

  /// Creates an empty collection.
  package init() {}

  /// Whether no event was corrected.
  package var isEmpty: Bool { sparks.isEmpty && events.isEmpty && instants.isEmpty }
}
