import CSV
import FlintSchema

/// A mapping for a table of some app, which is loaded once a file is recognised.
package struct KnownMapping: Sendable {
  /// What distinguishes the files of an app from all others.
  package struct Signature: Sendable {
    /// The columns that the header has, in any order; empty for a file that is JSON.
    package var columns: [String] = []
    /// Columns of which the header has at least one, unless there are none.
    package var alternatives: [String] = []
    /// How the name of the file ends, where columns do not distinguish it.
    package var ending: String?
    /// Members that the beginning of a JSON file has.
    package var members: [String] = []

    package init(
      columns: [String] = [], alternatives: [String] = [], ending: String? = nil,
      members: [String] = []
    ) {
      self.columns = columns
      self.alternatives = alternatives
      self.ending = ending
      self.members = members
    }
  }

  /// The name in options and reports, which the tables of one app share.
  package let name: String
  package let signature: Signature
  /// The text of the mapping as a file, for a person who wants to change it.
  package let text: String
  private let load: @Sendable () throws -> Mapping

  package init(
    name: String, signature: Signature, text: String,
    load: @escaping @Sendable () throws -> Mapping
  ) {
    self.name = name
    self.signature = signature
    self.text = text
    self.load = load
  }

  /// Loads the mapping. It must be used on the current thread if it has functions.
  ///
  /// - Parameter skippedLines: the number of lines of the file before the header.
  func mapping(skippedLines: Int) throws -> Mapping {
    var mapping = try load()
    mapping.form.skippedLines = skippedLines
    mapping.notation.isKnown = true
    return mapping
  }
}

extension KnownMapping.Signature {
  /// What a file lacks to be of the app, as the rest of a sentence; `nil` if it lacks nothing.
  ///
  /// - Parameter header: the names of the columns.
  func lack(_ glimpse: FileGlimpse, _ header: [String]) -> String? {
    if !members.isEmpty {
      return hasMembers(glimpse.start)
        ? nil : "it is not JSON with the members \(members.listed("and"))"
    }
    let positions = ColumnPositions(header)
    let missing = columns.filter { positions[$0] == nil }
    if !missing.isEmpty {
      return "it has no column \(missing.map { "\"\($0)\"" }.listed("and"))"
    }
    if !alternatives.isEmpty, !alternatives.contains(where: { positions[$0] != nil }) {
      return "it has no column \(alternatives.map { "\"\($0)\"" }.alternatives)"
    }
    if let ending, !glimpse.name.lowercased().hasSuffix(ending) {
      return "its name does not end in \(ending)"
    }
    return nil
  }

  /// The names by which a file is recognised, as the rest of a sentence.
  package var description: String {
    if !members.isEmpty { return "the members \(members.listed("and"))" }
    let names = "the columns \(columns.map { "\"\($0)\"" }.listed("and"))"
    let one =
      alternatives.isEmpty
      ? "" : ", and one of \(alternatives.map { "\"\($0)\"" }.listed("and"))"
    return names + one + (ending.map { ", in a file \($0)" } ?? "")
  }

  /// The number of names by which a file is recognised.
  var size: Int { columns.count + members.count + (alternatives.isEmpty ? 0 : 1) }

  private func hasMembers(_ start: [UInt8]) -> Bool {
    guard FileKind.isJSON(start) else { return false }
    let text = String(decoding: start, as: UTF8.self)
    return members.allSatisfy { text.contains("\"\($0)\"") }
  }
}
