package import ArgumentParser
package import FlintRules
package import Sessions
package import Storage

package struct ChangeOptions: ParsableArguments {
  @OptionGroup package var profile: ProfileOptions
  @Flag(help: .dryRun) package var dryRun = false
  @Flag(name: .shortAndLong, help: .quiet) package var quiet = false

  /// Opens the profile, or for a dry run a copy of it in memory.
  package func open() throws -> Store {
    try profile.open(isDryRun: dryRun)
  }

  package func session(kind: String, source: String) -> SessionOptions {
    SessionOptions(now: profile.now?.expression, batchKind: kind, batchSource: source)
  }

  /// Passes a session that changes the profile to a closure, and reports what the closure did and how
  /// the profile changed.
  ///
  /// - Parameter body: Does the work and returns a line about it.
  package func changing(kind: String, source: String, _ body: (Session) throws -> String) throws {
    // No thread may exist yet.
    try profile.confine(isWriting: !dryRun)
    let text = try withCleanupOnInterrupt {
      try open().session(session(kind: kind, source: source)) { session in
        let before = try session.reader.summary()
        let text = try message(body(session), session, before: before)
        // The commit follows. It must not be interrupted, since the message would report that it was
        // lost.
        TemporaryFiles.commit()
        return text
      }
    }
    if !quiet || dryRun { note(text) }
  }

  /// Returns a line about what was done, followed by the changes in the profile's summary.
  package func message(_ text: String, _ session: Session, before: ProfileSummary) throws -> String
  {
    let changes = SummaryChanges(before: before, after: try session.reader.summary()).text
    return (dryRun ? "dry run, nothing was kept: " : "") + text
      + (changes.isEmpty ? "" : "\n" + changes)
  }

  package init() {}
}
