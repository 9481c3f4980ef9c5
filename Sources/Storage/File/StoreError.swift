/// An error about a profile's file.
package struct StoreError: Error, Equatable, Sendable {
  package enum Code: Equatable, Sendable {
    /// The file does not exist.
    case missing
    /// A file already exists where a new profile was to be created.
    case exists
    /// The file is not a Flint profile.
    case notAProfile
    /// The file was written by a later version, with a schema of this number.
    case newer(schema: Int)
    /// The file has tables, indexes, triggers or views that Flint does not create.
    case altered
    case corrupted
    /// The log beside the file was left by work on another state of the profile, or on another profile.
    case foreignLog
    /// The open file is no longer the one at its path.
    case moved
    /// The file may not be written.
    case readOnly
    /// Another process is writing to the profile; its id, where the system reports it.
    case busy(holder: Int32?)
    case full
    /// The disk or the directory refused access.
    case io
    /// Any other error of the database.
    case database
  }

  package var code: Code
  package var path: String
  /// The message of the database or the system, for the cases that need it.
  package var detail: String

  package init(_ code: Code, path: String, detail: String = "") {
    self.code = code
    self.path = path
    self.detail = detail
  }
}

extension StoreError: CustomStringConvertible {
  /// The page about what happens to files, which messages of such errors name at their end.
  private static let page = " (see docs/backups.md)"

  /// A description of the error and of its remedy, where nothing was committed before.
  package var description: String { text(committed: nil) }

  /// What is wrong, without a remedy.
  package var reason: String {
    switch code {
    case .notAProfile: detail.isEmpty ? "not a Flint profile" : detail
    case .newer: "written by a later version of Flint"
    default: detail.isEmpty ? "\(code)" : detail
    }
  }

  /// Returns a description of the error and of its remedy.
  ///
  /// - Parameter committed: a clause about what was committed before; `nil` if nothing was.
  package func text(committed: String?) -> String {
    let kept = committed ?? "nothing was changed"
    let also = committed.map { "; \($0)" } ?? ""
    return switch code {
    case .missing:
      "\(path): no such profile; create one with: flint init --db \(path)"
    case .exists:
      "\(path): already exists\(detail.isEmpty ? "" : ", \(detail)"); \(kept)"
    case .notAProfile:
      "\(path): not a Flint profile\(detail.isEmpty ? "" : " (\(detail))"); it was not touched"
    case .newer(let schema):
      "\(path): written by a later version of Flint (schema \(schema), this version reads up to "
        + "\(Schema.version)); it was not touched. Use that version or a later one"
    case .altered:
      "\(path): another program changed this profile: it contains the \(detail), which no version "
        + "of Flint creates; it was not touched. Restore a backup, or drop it with sqlite3\(Self.page)"
    case .corrupted:
      "\(path): the file is damaged (\(detail)); \(committed ?? "it was not changed"). Restore a backup "
        + "with flint restore, or save what can be read with: flint salvage \(Self.quoted(path)) -o NEW.db"
        + Self.page
    case .foreignLog:
      "\(path)-wal: it does not belong to \(path) (\(detail)), so that neither was changed. To use the "
        + "file as it is, move \(path)-wal and \(path)-shm away; to go on with the interrupted work, put "
        + "the file back with which they were left\(Self.page)"
    case .moved:
      "\(path): the file was moved, replaced or removed while it was in use; \(kept)"
        + (committed == nil ? "" : " (in the former file)") + Self.page
    case .readOnly:
      "\(path): the file or its directory is not writable\(also)"
    case .busy(let holder):
      "\(path): in use by \(holder.map { LockHolder.describe($0) } ?? "another process"); "
        + "waited \(Store.busySeconds) s, \(kept)"
    case .full:
      "\(path): the disk is full; \(kept)"
    case .io:
      "\(path): \(detail)\(also)"
    case .database:
      "\(path): database error: \(detail)\(also)"
    }
  }

  /// Returns a path in quotes, unless it means itself in a shell.
  private static func quoted(_ path: String) -> String {
    let isPlain = path.allSatisfy { $0.isLetter || $0.isNumber || "-_./:=@,+%".contains($0) }
    return isPlain ? path : "'" + path.replacing("'", with: "'\\''") + "'"
  }
}
