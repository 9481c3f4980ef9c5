package import ArgumentParser
package import Reports
package import Sessions
import Storage
package import Views

/// The option that replaces a file which may not be a page alone.
package struct ReplacingOption: ParsableArguments {
  @Flag(help: .force) package var force = false

  package init() {}
}

package struct PictureOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write to this file: a page (.html), pictures (.svg) or Markdown (.md); - is the terminal."),
    completion: .file())
  package var output: PageTarget?
  @Flag(help: "Open the file afterwards, in the program for such files.") package var open = false
  @Flag(name: .shortAndLong, help: .quiet) package var quiet = false
  @OptionGroup package var replacing: ReplacingOption
  @OptionGroup package var language: LanguageOption

  package func validate() throws {
    if open && output?.path == nil { throw ValidationError("--open requires --output FILE") }
  }

  /// - Parameters:
  ///   - isWhole: Whether the terminal shows the whole page rather than its pictures alone.
  ///   - others: What `finish` writes.
  ///   - finish: What follows when the page is written.
  package func write(
    _ profile: ProfileOptions, isWhole: Bool = false, alsoWriting others: [String] = [],
    _ page: (Session, Language) throws -> ReportPage, then finish: (Session) -> Void = { _ in }
  ) throws {
    let target = output ?? .terminal
    try target.checkMayReplace(replacing.force)
    if let path = target.path { try Store.checkIsNotOwn(path, ofProfile: profile.path) }
    if open, let path = target.path { return try PageOpener.open(path) }
    try Sandbox.enter(profile: profile.path, outputs: (target.path.map { [$0] } ?? []) + others)
    try profile.reading { session in
      let page = try page(session, language.language(session))
      guard output == nil && !isWhole else {
        try target.write(page, permissionsOf: profile.path, force: replacing.force)
        if let path = target.path, !quiet { note("wrote \(path)") }
        return finish(session)
      }
      StandardOutput.shared.write(pictures: page)
      finish(session)
    }
  }

  package init() {}
}
