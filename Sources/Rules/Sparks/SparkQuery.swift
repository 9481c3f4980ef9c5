/// Which sparks are wanted, and in what order.
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

  /// Only this category.
  public var category: Category?
  /// Only this intensity.
  public var intensity: Intensity?
  /// Only this intensity or a stronger one.
  public var minIntensity: Intensity?
  /// Only from this instant on.
  public var since: Instant?
  /// Only before this instant.
  public var until: Instant?
  /// Only with this tag.
  public var tag: String?
  /// Only with this in title, notes or a tag, case aside.
  public var text: String?
  /// The order.
  public var order = Order.oldest
  /// At most so many.
  public var limit: Int?

  /// Makes a query for all sparks, earliest first.
  public init() {}
}
