package import FlintJSON
package import Reports

extension ListFormat {
  /// Writes an answer on standard output: as the text or Markdown of its page, as JSON or as CSV; and the page itself
  /// besides, if one is asked for.
  ///
  /// - Parameters:
  ///   - page: returns the page, which is made only where it is shown.
  ///   - target: where the page is written besides; the terminal has it in place of the text.
  ///   - profile: the path of the profile whose permissions the file of the page gets.
  ///   - isForced: whether the page replaces an existing file.
  ///   - json: returns the answer as JSON.
  ///   - csv: writes the answer as CSV.
  package func write(
    page: () throws -> ReportPage, to target: PageTarget?, permissionsOf profile: String? = nil,
    force isForced: Bool, json: () -> JSONValue, csv: () -> Void
  ) throws {
    let output = StandardOutput.shared
    let shown = target != nil || isText ? try page() : nil
    if let shown { try target?.write(shown, permissionsOf: profile, force: isForced) }
    switch self {
    case .table: if let shown, target != .terminal { output.write(textOf: shown) }
    case .markdown: if let shown { output.write(shown.markdown) }
    case .json: output.write(json: json())
    case .csv: csv()
    }
  }
}
