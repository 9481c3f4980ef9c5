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

  /// - Parameter isWhole: Whether the terminal shows the whole page rather than its pictures alone.
  package func write(
    _ profile: ProfileOptions, isWhole: Bool = false,
    _ page: (Session, Language) throws -> ReportPage
  ) throws {
    let target = output ?? .terminal
    try target.checkMayReplace(replacing.force)
    if let path = target.path { try Store.checkIsNotOwn(path, ofProfile: profile.path) }
    if open, let path = target.path { return try PageOpener.open(path) }
    try Sandbox.enter(profile: profile.path, outputs: target.path.map { [$0] } ?? [])
    try profile.reading { session in
      let page = try page(session, language.language(session))
      guard output == nil && !isWhole else {
        try target.write(page, permissionsOf: profile.path, force: replacing.force)
        if let path = target.path, !quiet { note("wrote \(path)") }
        return
      }
      StandardOutput.shared.write(pictures: page)
    }
  }

  package init() {}
}
