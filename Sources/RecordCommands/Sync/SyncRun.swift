import Commands
import Foundation
import FlintRules
import Sessions
import Storage

/// One synchronization of a profile with a folder.
struct SyncRun {
  let change: ChangeOptions
  let folder: SyncFolder
  /// Whether the copy of this device is to be a dump.
  let keepsDump: Bool
  /// What was not done although everything else was.
  private(set) var failure: CommandFailure?
  /// The contents that the profile has, by the names of the copies.
  private var merged: [String: String] = [:]
  private var hasNews = false

  init(change: ChangeOptions, folder: SyncFolder, keepsDump: Bool) {
    (self.change, self.folder, self.keepsDump) = (change, folder, keepsDump)
  }

  mutating func synchronize() throws {
    let copies = folder.copies()
    let store: Store
    if ProfilePath.exists(change.profile.path) {
      store = try change.open()
    } else {
      guard let created = try create(from: copies) else { return }
      store = created
    }
    let memory = try store.access { access in
      try access.begin(writing: false)
      return try SyncMemory(from: folder, for: access)
    }
    for copy in copies { try merge(copy, into: store, memory) }
    try recordInbox(in: store)
    try write(store, memory, copies)
    if !hasNews { say("nothing new in \(folder.path)") }
  }

  private func say(_ text: String) {
    if !change.quiet || change.dryRun { note(text) }
  }

  // MARK: Copies of others

  /// Merges a copy, unless its content was merged before. One that cannot be read is left for the next time.
  private mutating func merge(
    _ copy: SyncedCopy, into store: Store, _ memory: SyncMemory?
  ) throws {
    let (version, hash): ([String], String)
    let opened: Store
    do {
      version = copy.version()
      hash = try copy.contentHash()
      if memory?.merged[copy.name] == hash || folder.isOwn(copy) && memory?.own == hash {
        merged[copy.name] = hash
        return
      }
      opened = try copy.open()
      try store.checkIsCopy(opened)
    } catch SessionError.otherProfile {
      if folder.isOwn(copy) {
        throw CommandFailure(
          .failure,
          "\(copy.path): a copy of another profile has the name of this device; give it another one with "
            + "--device NAME")
      }
      return note("\(copy.name): a copy of another profile, which was left as it is")
    } catch {
      return try leave(copy, error)
    }
    var isNew = true
    do {
      let text = try store.merged(opened, change, kind: SyncCommand.name, copy.name) { tally in
        "\(copy.name): \(tally)"
      } check: { report in
        // It may have been written while it was read.
        guard copy.version() == version else { throw Arriving() }
        isNew = !report.isEmpty
      }
      merged[copy.name] = hash
      if isNew {
        hasNews = true
        say(text)
      }
    } catch is Arriving {
      note("\(copy.name): it is being written; it is read at the next synchronization")
    } catch let error as StoreError where error.path != change.profile.path {
      try leave(copy, error)
    }
  }

  /// A copy was replaced while it was read.
  private struct Arriving: Error {}

  /// Reports a copy that cannot be read.
  ///
  /// - Throws: `CommandFailure` if it has the name of this device, and so would be replaced.
  private func leave(_ copy: SyncedCopy, _ error: any Error) throws {
    let reason: String
    switch error {
    case let error as StoreError:
      reason = error.reason
    case let error as DumpError: reason = error.fault
    default: throw error
    }
    if folder.isOwn(copy) {
      throw CommandFailure(
        .failure,
        "\(copy.path): it has the name of this device, and cannot be read as a copy of its profile (\(reason)); "
          + "it was left as it is. Remove it, or give this device another name with --device NAME")
    }
    note(
      "\(copy.name): it is not complete yet, or damaged (\(reason)); it is tried again next time")
  }

  // MARK: Lines to record

  private mutating func recordInbox(in store: Store) throws {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.inbox)) ?? []
    let files = names.filter { $0.hasSuffix(InboxFile.suffix) && !$0.hasPrefix(".") }.sorted()
    if files.isEmpty { return }
    var failed: [String] = []
    var reports: [(inbox: InboxFile, report: InboxReport)] = []
    try store.session(change.session(kind: InboxCommand.name, source: folder.inbox)) { session in
      session.recordsEqualAgain = true
      for inbox in files.map({ InboxFile(path: folder.inbox + "/" + $0) }) {
        do {
          let report = try inbox.record(
            in: session, batch: (SyncCommand.name, "inbox/\(inbox.name)"),
            lastLineMayBeUnfinished: inbox.isRecent())
          reports.append((inbox, report))
          if !report.failures.isEmpty { failed.append(inbox.rejectsPath) }
        } catch let unreadable as CommandFailure {
          note(unreadable.message)
          failed.append(inbox.path)
        }
      }
      // What follows must be finished, and does not take long.
      TemporaryFiles.commit()
    }
    TemporaryFiles.beginWork()
    for (inbox, report) in reports {
      if !change.dryRun { try inbox.writeRejects(report) }
      report.noteFailures()
      guard report.recorded > 0 else { continue }
      hasNews = true
      say("inbox/\(report.summary)")
    }
    if !failed.isEmpty {
      failure = CommandFailure(
        .failure, "not all lines of the inbox were recorded: \(failed.joined(separator: ", "))")
    }
  }

  // MARK: The copy of this device

  /// Creates the profile of a new device from the copy with the most records.
  ///
  /// - Returns: `nil` in a dry run.
  private func create(from copies: [SyncedCopy]) throws -> Store? {
    var best: (copy: SyncedCopy, store: Store, records: Int64)?
    for copy in copies {
      do {
        let store = try copy.open()
        try store.checkContent()
        let records = try store.access { try $0.profile.recordSum().count }
        if let best { try best.store.checkIsCopy(store) }
        if best.map({ $0.records < records }) ?? true { best = (copy, store, records) }
      } catch SessionError.otherProfile {
        throw CommandFailure(
          .failure,
          "\(folder.path): there are copies of several profiles; begin with a copy of yours: flint restore "
            + "--db \(ShellWord.quoted(change.profile.path)) COPY")
      } catch {
        try leave(copy, error)
      }
    }
    guard let best else {
      let path = change.profile.path
      throw CommandFailure(
        .storage,
        "\(path): no such profile, and \(folder.path) has no copy of one; create it with: flint init --db "
          + ShellWord.quoted(path))
    }
    let path = change.profile.path
    if change.dryRun {
      note("dry run: would create \(path) from \(best.copy.name)")
      return nil
    }
    try best.store.backUp(to: path)
    say("created \(path) from \(best.copy.name)")
    return try Store.open(path: path)
  }

  /// Writes the copy of this device and what it remembers, if they changed.
  private mutating func write(
    _ store: Store, _ memory: SyncMemory?, _ copies: [SyncedCopy]
  ) throws {
    var (new, content) = try store.access { access in
      try access.begin(writing: false)
      return (try SyncMemory(of: access), try access.contentDescription)
    }
    let former = copies.filter(folder.isOwn)
    let isDump = keepsDump || former.contains(where: \.isDump)
    let own = former.first { $0.isDump == isDump }
    let path = folder.ownPath(isDump: isDump)
    let isCurrent =
      own.map { merged[$0.name] == memory?.own } ?? false && memory?.ownContent == content
    if change.dryRun { return }
    // One that is being written was not merged.
    if former.contains(where: { merged[$0.name] == nil }) { return }
    new.own = memory?.own
    if !isCurrent {
      try store.writeCopy(to: path, isDump: isDump)
      say("wrote \(path)")
      hasNews = true
      new.own = try folder.copies().first { $0.path == path }?.contentHash()
    }
    // It is the same in another form, and was merged.
    for other in former
    where other.path != path && merged[other.name] != nil && unlink(other.path) == 0 {
      say("removed \(other.path)")
    }
    new.ownContent = content
    for own in former { merged[own.name] = nil }
    new.merged = merged
    try new.store(in: folder)
  }
}

extension Store {
  /// Writes a copy of the profile in the place of the former one.
  fileprivate func writeCopy(to path: String, isDump: Bool) throws {
    guard isDump else { return try backUp(to: path, replacing: true) }
    _ = try Dump.write(self, to: path, replacing: true)
  }
}
