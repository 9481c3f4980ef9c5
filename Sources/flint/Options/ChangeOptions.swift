import ArgumentParser
import Rules
import Sessions
import Storage

/// How a command that changes a profile is run.
struct ChangeOptions: ParsableArguments {
  @OptionGroup var profile: ProfileOptions
  @Flag(help: "Change nothing; tell what would change.") var dryRun = false
  @Flag(help: "Say nothing of what was done.") var quiet = false

  /// The profile's file, or for a dry run a copy of it that is kept nowhere.
  func open() throws -> Store {
    dryRun
      ? try Store.openForReading(path: profile.path).copyInMemory()
      : try Store.open(path: profile.path)
  }

  /// The options of a session that changes the profile.
  func session(kind: String, source: String) -> SessionOptions {
    SessionOptions(now: profile.now, batchKind: kind, batchSource: source)
  }

  /// Lends a session that changes the profile, and says what it did and what that changed.
  ///
  /// - Parameter body: does the work and answers with a line about it.
  func changing(kind: String, source: String, _ body: (Session) throws -> String) throws {
    let text = try withoutRemains {
      try open().session(session(kind: kind, source: source)) { session in
        let before = try session.summary()
        let text = try told(body(session), session, before: before)
        // What follows is the commit, which is not to be interrupted: it would be told to be lost.
        Drafts.settle()
        return text
      }
    }
    if !quiet || dryRun { note(text) }
  }

  /// The line about what was done, with what it changed in the profile at a glance.
  func told(_ text: String, _ session: Session, before: ProfileSummary) throws -> String {
    let changes = SummaryChanges(before: before, after: try session.summary()).text
    return (dryRun ? "dry run, nothing was kept: " : "") + text
      + (changes.isEmpty ? "" : "\n" + changes)
  }
}
