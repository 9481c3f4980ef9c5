import CSV

/// A mapping for a table of some app, which is loaded once a file is recognised.
package struct KnownMapping: Sendable {
  /// What distinguishes the files from all others.
  package enum Signature: Sendable {
    /// The names of columns that the header has, in any order.
    case columns([String])
    /// The names of members with which a JSON text begins.
    case members([String])

    package var names: [String] {
      switch self {
      case .columns(let names), .members(let names): names
      }
    }
  }

  /// The name in options and reports, which the tables of one app share.
  package let name: String
  package let signature: Signature
  private let load: @Sendable () throws -> Mapping

  package init(
    name: String, signature: Signature, load: @escaping @Sendable () throws -> Mapping
  ) {
    self.name = name
    self.signature = signature
    self.load = load
  }

  /// Loads the mapping. It must be used on the current thread if it has functions.
  ///
  /// - Parameter skippedLines: The number of lines of the file before the header.
  func mapping(skippedLines: Int) throws -> Mapping {
    var mapping = try load()
    mapping.form.skippedLines = skippedLines
    return mapping
  }

  /// The names of the signature that a header lacks; `nil` if the file has to be JSON.
  func missing(in header: [String]) -> [String]? {
    guard case .columns(let names) = signature else { return nil }
    let positions = ColumnPositions(header)
    return names.filter { positions[$0] == nil }
  }

  /// Whether a JSON text begins with the members of the signature.
  func isBegun(by start: [UInt8]) -> Bool {
    guard case .members(let names) = signature, FileKind.isJSON(start) else { return false }
    let text = String(decoding: start, as: UTF8.self)
    return names.allSatisfy { text.contains("\"\($0)\"") }
  }
}
