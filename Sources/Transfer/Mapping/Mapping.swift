public import Rules

/// How any table of text becomes events: which column says what, and what else has to be known.
///
/// A value of this type is valid: it has what its kind needs, and no name that there is not.
public struct Mapping: Sendable {
  /// Where what a row says about something comes from.
  enum Source: Sendable {
    /// Columns, by their names; the texts of several are joined by a space.
    case columns([String])
    /// What is the same for all rows.
    case constant(MappedValue)
    /// A function of the row.
    case function(MappingFunction)
  }

  /// How dates are written.
  public enum Dates: Hashable, Sendable {
    /// As three numbers in this order, where they are numbers.
    case order(DateOrder)
    /// As what has passed since 1970.
    case unix(DateReader.UnixUnit)
  }

  /// A value for a field of a tracker's own.
  struct OwnField: Sendable {
    var field: TrackerField
    var source: Source
  }

  /// What reports call it: the name of its file.
  public let name: String
  /// What becomes of a row.
  public let kind: MappingKind
  /// Where the fields come from.
  var sources: [String: Source] = [:]
  /// Values for fields of a tracker's own.
  var ownFields: [OwnField] = []
  /// What tells one row from another.
  var id: Source?
  /// What stands before the ids in keys, with a `/`, so that those of two apps are not taken for each
  /// other.
  public internal(set) var source: String?
  /// How many lines stand before the header, or before the first row where there is none.
  public internal(set) var skippedLines = 0
  /// Whether a row is left out, or why.
  var skip: MappingFunction?
  /// What texts of the file stand for, field by field.
  var values: [String: [(text: String, value: MappedValue)]] = [:]
  /// What fields are where the file has nothing for them.
  var defaults: [String: MappedValue] = [:]
  /// How dates are written.
  public internal(set) var dates: Dates?
  /// The sign before the decimals of numbers; where it is not given, only what means the same either
  /// way is read.
  public internal(set) var decimal: DecimalMark?
  /// What stands between tags.
  public internal(set) var separator = ","
  /// The byte between two fields; found out if not given.
  public internal(set) var delimiter: UInt8?
  /// The encoding; found out if not given.
  public internal(set) var encoding: String?
  /// The columns of files without a header.
  public internal(set) var header: [String]?
  /// The zone of times without an offset; the profile's if not given.
  public internal(set) var zone: String?

  init(name: String, kind: MappingKind) {
    self.name = name
    self.kind = kind
  }

  /// Whether anything of a row is for a function to say.
  var hasFunctions: Bool {
    let all = Array(sources.values) + ownFields.map(\.source) + [id].compactMap(\.self)
    return skip != nil || all.contains { if case .function = $0 { true } else { false } }
  }

  /// Puts what the mapping says of its files into options that do not say it themselves, and itself.
  public func fill(_ options: inout ImportOptions) {
    options.mapping = MappedFormat(self)
    options.mappedForm.delimiter = delimiter
    options.mappedForm.encoding = encoding
    options.mappedForm.columns = header
    options.mappedForm.skippedLines = skippedLines
    options.zone = options.zone ?? zone
  }
}

/// Something wrong in a mapping, and where.
public struct MappingFault: Hashable, Sendable, CustomStringConvertible {
  /// The way to it through the table that the mapping is.
  public var keys: [RulebookFault.Key]
  /// What is wrong, what was found and what was expected.
  public var problem: String

  /// Makes a fault.
  public init(keys: [RulebookFault.Key], problem: String) {
    self.keys = keys
    self.problem = problem
  }

  /// Where it is: `values.category.Work`.
  public var path: String {
    keys.isEmpty ? "mapping" : RulebookFault(keys: keys, problem: "").path
  }

  /// `path: problem`.
  public var description: String { "\(path): \(problem)" }
}

/// A mapping was refused: everything that is wrong with it, at once.
public struct MappingError: Error, Hashable, Sendable {
  /// Every fault; never empty.
  public var faults: [MappingFault]
}
