import ArgumentParser
import FlintCalendar
import Commands
import Foundation
import FlintRules
import FlintSchema
import Sessions
import Storage
import Views

/// A text file to which people and programs append lines to record. It belongs to the device that writes
/// it, and is never changed here.
///
/// Each line is recorded once. The key of its events is made of the name of the file, the content of the
/// line, and its number among equal lines; a line whose key exists is skipped, also if its event was
/// edited or removed since.
struct InboxFile {
  static let suffix = ".txt"
  static let mostBytes = 1 << 20
  static let mostBytesOfLine = 4096

  let path: String

  /// The name without directories.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The name by which lines are known: a version of a file that was changed in two places has lines of the
  /// same file.
  private var knownName: String { ConflictName.original(of: name) }

  init(path: String) { self.path = path }

  /// Records the lines that are not known, each completely or not at all, as one batch.
  ///
  /// - Parameters:
  ///   - time: The time of lines without one; by default the last change of the file, but not later than
  ///     now.
  ///   - batch: The kind and the source of the batch; by default those of what a person records by hand.
  ///   - lastLineMayBeUnfinished: Whether a last line without a line end is left for the next time.
  /// - Throws: `CommandFailure` if the file cannot be read, and errors of the profile.
  func record(
    in session: Session, now time: Instant? = nil, batch: (kind: String, source: String)? = nil,
    lastLineMayBeUnfinished: Bool = false
  ) throws -> InboxReport {
    let (bytes, modified) = try content()
    let lines = lines(bytes, withLast: !lastLineMayBeUnfinished)
    let time = time ?? min(modified, session.now)
    let known = try session.keys(beginningWith: "inbox/\(knownName)/")
    var report = InboxReport(file: name)
    var counts: [String: Int] = [:]
    try session.beginSource(
      kind: batch?.kind ?? InboxCommand.name, name: batch?.source ?? name)
    for (number, text, isText) in lines {
      let count = counts[text, default: 0] + 1
      counts[text] = count
      let key = "inbox/\(knownName)/\(Self.hash(of: text))" + (count == 1 ? "" : "/\(count)")
      if known.contains(key) {
        report.known += 1
        continue
      }
      do {
        if !isText { throw ValidationError("expected text in UTF-8") }
        try record(text, key: key, writtenAt: time, in: session, &report)
      } catch {
        guard let failure = Self.failure(error) else { throw error }
        if failure.isDoneAlready {
          report.known += 1
        } else {
          report.failures.append(
            InboxReport.Failure(line: number, text: text, reason: failure.message))
        }
      }
    }
    _ = try session.endSource()
    return report
  }

  private func record(
    _ text: String, key: String, writtenAt time: Instant, in session: Session,
    _ report: inout InboxReport
  ) throws {
    if text.utf8.count > Self.mostBytesOfLine {
      throw ValidationError(
        "expected at most \(grouped(Self.mostBytesOfLine)) bytes, got \(grouped(text.utf8.count))")
    }
    let line = try InboxLine(text, under: session.rulebook.definition)
    let written = try line.time.map { try Self.checked($0, session) } ?? .instant(time)
    let before = session.tally
    // What has a key of its own may have been recorded, and removed, before.
    var isNew: Bool {
      session.tally.added > before.added && session.tally.restored == before.restored
    }
    var isKept = false
    let events = try session.line(
      writtenAt: written, key: key,
      isKept: {
        isKept = isNew
        return isKept
      }
    ) { try line.command.record(in: session) }
    if isKept {
      report.recorded += 1
      report.events += events
    } else {
      report.known += 1
    }
  }

  /// Returns the time in front of a line; for today, now at the latest.
  private static func checked(_ timestamp: Timestamp, _ session: Session) throws -> EventTime {
    let time = EventTime.written(timestamp)
    if session.eventInstant(of: time) <= session.now { return time }
    if timestamp.isDay, timestamp.local.day == session.today { return .instant(session.now) }
    throw ValidationError(
      "expected a time that is not later than now, got "
        + "\(timestamp.local)\(timestamp.offset?.description ?? "")")
  }

  /// Returns the reason why a line cannot be recorded; `nil` for an error that concerns all lines.
  private static func failure(_ error: any Error) -> CommandFailure? {
    switch error {
    case is StoreError, SessionError.store, SessionError.ended: nil
    case let failure as CommandFailure: failure
    case let error as ValidationError: CommandFailure(.usage, error.message)
    case let error as FieldError: CommandFailure(.usage, ValidationError(error).message)
    default: CommandFailure(error)
    }
  }

  /// Returns the first 64 bits of the hash of a text, as digits.
  private static func hash(of text: String) -> String {
    var hash = SipHash128(key0: 0x6e69_6c2e_746e_696c, key1: 0x786f_626e_692e_6665)
    hash.append(utf8: text)
    return hash.digits()
  }
}

// MARK: Reading

extension InboxFile {
  /// Returns whether the file changed within some seconds, so that its last line may be unfinished.
  func isRecent(seconds: Int64 = 10, at now: Instant = .present()) -> Bool {
    guard let modified = try? content().modified else { return false }
    let age = now.milliseconds.subtractingReportingOverflow(modified.milliseconds)
    return !age.overflow && age.partialValue < seconds * 1000
  }

  private func content() throws(CommandFailure) -> (bytes: [UInt8], modified: Instant) {
    func failure(_ status: ExitStatus, _ reason: String) -> CommandFailure {
      CommandFailure(status, "\(path): \(reason)")
    }
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(.storage, String(cString: strerror(errno))) }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw failure(.badInput, "expected an ordinary file")
    }
    var bytes: [UInt8] = []
    do {
      while bytes.count <= Self.mostBytes,
        let more = try file.read(upToCount: Self.mostBytes + 1), !more.isEmpty
      {
        bytes += more
      }
    } catch {
      throw failure(.storage, "cannot be read")
    }
    if bytes.count > Self.mostBytes {
      throw failure(.badInput, "expected at most 1 MiB; begin another file")
    }
    let time = status.st_mtim
    return (
      bytes, Instant(milliseconds: Int64(time.tv_sec) &* 1000 &+ Int64(time.tv_nsec) / 1_000_000)
    )
  }

  /// Returns the lines that say something, with their numbers, and whether they are UTF-8.
  ///
  /// - Parameter isLastRead: Whether a last line without a line end is one of them.
  private func lines(
    _ bytes: [UInt8], withLast isLastRead: Bool
  ) -> [(number: Int, text: String, isText: Bool)] {
    var rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    if !isLastRead { rest = rest[...(rest.lastIndex(of: 0x0A) ?? rest.startIndex - 1)] }
    var lines: [(number: Int, text: String, isText: Bool)] = []
    let parts = rest.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      let line = String(validating: part, as: UTF8.self)
      let text = (line ?? String(decoding: part, as: UTF8.self)).trimmedWhitespace
      if !text.isEmpty, !text.hasPrefix("#") { lines.append((index + 1, text, line != nil)) }
    }
    return lines
  }
}
