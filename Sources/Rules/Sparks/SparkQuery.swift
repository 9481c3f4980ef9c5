public import Calendar

/// A filter and an order of sparks. Conditions that are `nil` match every spark.
public struct SparkQuery: Sendable {
  /// An order of sparks.
  public enum Order: String, Sendable, CaseIterable {
    /// By instant, earliest first.
    case oldest
    /// By instant, latest first.
    case newest
    /// Strongest first, then the latest.
    case intensity
    /// By title, byte by byte.
    case title
  }

  /// The category that sparks must have.
  public var category: Category?
  /// The intensity that sparks must have.
  public var intensity: Intensity?
  /// The minimum intensity.
  public var minIntensity: Intensity?
  /// The intensities of the rulebook, weakest first, by which a minimum and an order are meant.
  public var scale = Intensity.ignition
  /// The first instant.
  public var since: Instant?
  /// The end of the range of instants, exclusive.
  public var before: Instant?
  /// A tag that sparks must have.
  public var tag: String?
  /// A substring of the title, the notes or a tag; letter case is ignored.
  public var text: String?
  /// The order.
  public var order = Order.oldest
  /// The maximum number of sparks returned.
  public var limit: Int?

  /// Creates a query for all sparks, earliest first.
  public init() {}
}
