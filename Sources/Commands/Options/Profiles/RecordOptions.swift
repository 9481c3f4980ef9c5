package import ArgumentParser
import Foundation
import FlintJSON
package import FlintRules
import FlintSchema
package import Sessions
import Storage
import Transfer
package import Views

package struct RecordOptions: ParsableArguments {
  package enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
  }

  @OptionGroup package var profile: ProfileOptions
  @OptionGroup(title: "New profile") package var new: NewProfileOptions
  @Flag(help: .create) package var create = false
  @Option(
    name: .shortAndLong, help: ArgumentHelp("The format of the answer.", valueName: "text|json"))
  package var format = Format.text
  @Flag(help: .dryRun) package var dryRun = false
  @Flag(name: .shortAndLong, help: .quiet) package var quiet = false

  /// The rulebook under which a command is checked that is one of several in a session.
  @TaskLocal package static var rulebook: RulebookDefinition?

  /// The first option that was given of those that say where, when or how a command records.
  package var given: String? {
    firstGiven([
      "--db": profile.database != nil, "--now": profile.now != nil, "--color": profile.color != nil,
      "--create": create, "--format": format != .text, "--dry-run": dryRun,
    ]) ?? new.words.first
  }

  /// Returns the rulebook of the profile, which may list names of its own; `nil` if there is no profile.
  package func listedNames() -> RulebookDefinition? {
    if let rulebook = Self.rulebook { return rulebook }
    guard FileManager.default.fileExists(atPath: profile.path) else { return nil }
    try? profile.confine(isWriting: !dryRun)
    return try? profile.openForReading().session(SessionOptions(isWriting: false)) {
      $0.rulebook.definition
    }
  }

  /// Passes a session that changes the profile to a closure, commits, and prints the answer. The
  /// default profile is created at its first use.
  ///
  /// - Parameters:
  ///   - words: The command, which `flint log --batches` shows.
  ///   - isAboutRecords: Whether the command is about what was recorded before, so that there is nothing
  ///     for it in a new profile, and none is created.
  ///   - outputs: The files that the command writes besides.
  ///   - body: Records events and returns them.
  package func recording(
    _ words: [String], isAboutRecords: Bool = false, outputs: [String] = [],
    _ body: (Session) throws -> [RecordedView]
  ) throws {
    if isAboutRecords, !FileManager.default.fileExists(atPath: profile.path) {
      throw StoreError(.missing, path: profile.path)
    }
    try profile.checkMayBeCreated(new, isCreating: create)
    // No thread may exist yet.
    try profile.confine(isWriting: !dryRun, outputs: outputs)
    var created: String?
    var notes: [String] = []
    let report = try withCleanupOnInterrupt {
      let options = SessionOptions(
        now: profile.now?.expression, batchKind: "record", batchSource: Self.source(words))
      let (store, isNew) = try open()
      do {
        return try store.session(options) { session in
          profile.setDisplay(session)
          session.recordsEqualAgain = true
          let before = try session.reader.summary()
          let events = try body(session)
          let report = RecordReport(events, before: before, after: try session.reader.summary())
          notes = clockNotes(session.tally)
          created = isNew ? new.description(of: session.profile) : nil
          TemporaryFiles.keepProvisional()
          TemporaryFiles.commit()
          return report
        }
      } catch {
        // The profile was created for this record alone; the next one may want another.
        if isNew { Store.discardIfEmpty(path: profile.path) }
        throw error
      }
    }
    if quiet { return }
    if let created { note("created \(profile.path): \(created)") }
    if dryRun { note("dry run, nothing was kept") }
    notes.forEach(note)
    switch format {
    case .text: StandardOutput.shared.write(lines: report.lines.map(StyledText.init))
    case .json: StandardOutput.shared.write(json: report.json)
    }
    do {
      try StandardOutput.shared.flush()
    } catch let failure as CommandFailure where !dryRun {
      // Who repeats the command would record it again.
      throw CommandFailure(failure.status, failure.message + "; it was recorded")
    }
  }

  package init() {}

  /// Opens the profile, or creates it, which lasts if something is recorded; for a dry run a copy in
  /// memory.
  private func open() throws -> (store: Store, isNew: Bool) {
    let path = profile.path
    func newProfile() throws -> (profile: Profile, definition: String?) {
      (try new.profile(now: profile.now), try new.definition.json.text())
    }
    if dryRun {
      if FileManager.default.fileExists(atPath: path) {
        return (try checked(profile.open(isDryRun: true)), false)
      }
      let (profile, definition) = try newProfile()
      return (try Store.inMemory(profile: profile, definition: definition), false)
    }
    let (store, isNew) = try Store.openOrCreate(path: path, isProvisional: true, newProfile)
    return (isNew ? store : try checked(store), isNew)
  }

  private func checked(_ store: Store) throws -> Store {
    if new.isGiven {
      try new.check(against: store.access { try $0.profile.read() }, path: profile.path)
    }
    return store
  }

  /// Returns the source of a batch: the words of the command, quoted as for a shell where necessary.
  private static func source(_ words: [String]) -> String {
    let text = words.map(ShellWord.quoted).joined(separator: " ")
    return text.count > 200 ? String(text.prefix(199)) + "…" : text
  }
}

/// The texts that a command reads from standard input in place of a word `-`.
package enum StandardInput {
  /// The maximum number of bytes.
  private static let most = 1 << 20

  package static func text() throws -> String {
    var bytes: [UInt8] = []
    do {
      // In pieces, since it may be endless; not `readDataToEndOfFile`, which traps on an error.
      while let more = try FileHandle.standardInput.read(upToCount: 1 << 16), !more.isEmpty {
        bytes += more
        guard bytes.count <= most else {
          throw CommandFailure(
            .badInput, "standard input: more than 1 MiB; flint import reads files")
        }
      }
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(.storage, "standard input: cannot be read" + systemReason(of: error))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(.badInput, "standard input: expected text in UTF-8")
    }
    return text
  }

  /// Returns the lines of standard input that are not blank.
  package static func lines() throws -> [String] {
    try text().split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  /// Returns the results of a closure for the lines of standard input that are not blank. Errors name the
  /// line.
  package static func mapLines<Result>(_ body: (String) throws -> Result) throws -> [Result] {
    var results: [Result] = []
    let lines = try text().split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.isEmpty { continue }
      do {
        results.append(try body(line))
      } catch {
        let failure =
          error as? CommandFailure ?? CommandFailure(error)
          ?? (error as? ValidationError).map { CommandFailure(.usage, $0.message) }
        guard let failure else { throw error }
        throw CommandFailure(
          failure.status, "standard input, line \(index + 1): \(failure.message)")
      }
    }
    if results.isEmpty {
      throw CommandFailure(.badInput, "standard input: expected a text, got nothing")
    }
    return results
  }

  /// Returns words with those of standard input, a line each, in place of `-`.
  package static func replacing(_ words: [String]) throws -> [String] {
    guard let position = words.firstIndex(of: "-") else { return words }
    let lines = try lines()
    if lines.isEmpty {
      throw CommandFailure(.badInput, "standard input: expected a name on each line, got nothing")
    }
    return words[..<position] + lines + words[(position + 1)...]
  }
}
