package import ArgumentParser
package import Reports

/// The option that writes a result as a page with pictures, besides its table, JSON or CSV.
package struct PlotOption: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Also write a page (.html, .md) or its pictures (.svg); - shows the page instead of the table."
    ),
    completion: .file())
  package var output: PageTarget?
  @OptionGroup package var replacing: ReplacingOption

  /// The file to write, if there is one.
  package var outputs: [String] { output?.path.map { [$0] } ?? [] }

  package var isTerminal: Bool { output == .terminal }

  /// Throws if the page and the result would both go to standard output.
  package func check(with format: some RawRepresentable<String>) throws {
    try output.map { try Self.check($0, with: format) }
  }

  /// Throws if a page and the result would both go to standard output.
  package static func check(_ page: PageTarget, with format: some RawRepresentable<String>)
    throws
  {
    guard page == .terminal, format.rawValue != "table" else { return }
    throw ValidationError(
      "--output - and --format \(format.rawValue) cannot be combined; give a file, or leave out "
        + "--format")
  }

  /// Throws if the file cannot be written. It is called before anything is computed.
  package func checkFile() throws { try output?.checkMayReplace(replacing.force) }

  /// Writes the page, if it is asked for.
  ///
  /// - Parameter profile: The path of the profile whose permissions the file gets.
  package func write(
    _ page: @autoclosure () throws -> ReportPage, permissionsOf profile: String? = nil
  ) throws {
    guard let output else { return }
    try output.write(try page(), permissionsOf: profile, force: replacing.force)
  }

  package init() {}
}
