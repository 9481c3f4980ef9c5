package import FlintCalendar

/// A filter and an order of sparks. Conditions that are `nil` match every spark.
package struct SparkQuery: Sendable {
  package enum Order: String, Sendable, CaseIterable {
    /// By instant, earliest first.
    case oldest
    /// By instant, latest first.
    case newest
    /// Strongest first, then the latest.
    case intensity
    /// Most points first, then the latest.
    case points
    /// By title, byte by byte.
    case title
  }

  package var category: SparkCategory?
  package var intensity: SparkIntensity?
  package var minIntensity: SparkIntensity?
  /// The intensities of the rulebook, weakest first, by which a minimum and an order are meant.
  package var scale = SparkIntensity.ignition
  /// The points of each category and intensity of the rulebook, by which an order is meant.
  package var points: [(category: SparkCategory, intensity: SparkIntensity, points: Int64)] = []
  package var since: Instant?
  /// The end of the range of instants, exclusive.
  package var before: Instant?
  package var tag: String?
  /// A substring of the title, the notes or a tag; letter case is ignored.
  package var text: String?
  package var order = Order.oldest
  package var limit: Int?

  /// Creates a query for all sparks, earliest first.
  package init() {}
}
