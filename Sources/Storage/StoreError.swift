/// Why a profile's file could not be used.
public struct StoreError: Error, Equatable, Sendable {
  /// The kinds of failure.
  public enum Code: Equatable, Sendable {
    /// There is no file.
    case missing
    /// There is a file already where a new profile was to be made.
    case exists
    /// The file is not a Flint profile.
    case notAProfile
    /// The file was written by a later version, with a schema of this number.
    case newer(schema: Int)
    /// The file has tables, indexes, triggers or views that Flint does not make.
    case altered
    /// The file is damaged.
    case corrupted
    /// The file may not be written.
    case readOnly
    /// Another process is writing to the profile; its id, where the system tells.
    case busy(holder: Int32?)
    /// The disk is full.
    case full
    /// The disk or the directory refuses.
    case io
    /// Anything else that the database says.
    case database
  }

  /// What kind of failure it is.
  public var code: Code
  /// The profile's path.
  public var path: String
  /// What the database or the system says, for the cases that need it.
  public var detail: String

  /// Makes an error.
  public init(_ code: Code, path: String, detail: String = "") {
    self.code = code
    self.path = path
    self.detail = detail
  }
}

extension StoreError: CustomStringConvertible {
  /// What happened and what to do about it.
  public var description: String { text(kept: "nothing was changed") }

  /// What happened and what to do about it, where part of a work had been made to last.
  ///
  /// - Parameter kept: what is said of that.
  public func text(kept: String) -> String {
    switch code {
    case .missing:
      "\(path): no such profile; make one with: flint init --db \(path)"
    case .exists:
      "\(path): there is a file already\(detail.isEmpty ? "" : ", \(detail)"); nothing was changed"
    case .notAProfile:
      "\(path): not a Flint profile\(detail.isEmpty ? "" : " (\(detail))"); it was not touched"
    case .newer(let schema):
      "\(path): written by a later version of Flint (schema \(schema), this version reads up to "
        + "\(Schema.version)); it was not touched. Use that version or a later one"
    case .altered:
      "\(path): another program changed this profile: it has the \(detail), which no version of Flint "
        + "makes; it was not touched. Restore a backup, or drop that with sqlite3"
    case .corrupted:
      "\(path): the file is damaged (\(detail)); it was not changed. Restore a backup, or rescue "
        + "what can be read with: sqlite3 \(path) .recover"
    case .readOnly:
      "\(path): the file or its directory may not be written"
    case .busy(let holder):
      "\(path): in use by \(holder.map { LockHolder.describe($0) } ?? "another process"); "
        + "waited \(Store.busySeconds) s, \(kept)"
    case .full:
      "\(path): the disk is full; \(kept)"
    case .io:
      "\(path): \(detail)"
    case .database:
      "\(path): database error: \(detail)"
    }
  }
}
