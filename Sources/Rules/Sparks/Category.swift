public import Schema

/// The category of a spark.
public enum Category: UInt8, BitwiseCopyable, NamedChoice, Comparable {
  /// A choice made.
  case decision = 0
  /// A burst of activity.
  case energy = 1
  /// A thought worth keeping.
  case idea = 2
  /// A trial of something new.
  case experiment = 3
  /// An obstacle taken on.
  case challenge = 4

  /// The name in Lua, CSV and the command line.
  public var name: String { Category.names[index] }

  /// The names of all categories, in order.
  public static let names = ["decision", "energy", "idea", "experiment", "challenge"]

  /// The index among all categories, from 0.
  @inlinable public var index: Int { Int(rawValue) }
}

/// The intensity of a spark.
public enum Intensity: UInt8, NamedChoice, Comparable {
  /// Value 1.
  case low = 1
  /// Value 2, the default.
  case medium = 2
  /// Value 3.
  case high = 3
  /// Value 4.
  case extreme = 4

  /// The name in Lua, CSV and the command line.
  public var name: String { Intensity.names[index] }

  /// The names of all intensities, weakest first.
  public static let names = ["low", "medium", "high", "extreme"]

  /// The index among all intensities, from 0.
  @inlinable public var index: Int { Int(rawValue) - 1 }
}
