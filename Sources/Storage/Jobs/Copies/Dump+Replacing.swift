import Foundation
import GRDB
import FlintRules

extension Dump {
  /// Writes a whole profile into a directory. If it is replaced, it may exist: with an earlier dump of the
  /// profile, or without any dump. Files of no dump, such as `.git`, and unchanged files stay untouched, and
  /// the manifest is replaced last: a dump that is replaced in part is refused when it is restored.
  ///
  /// - Returns: the report, and whether anything in the directory changed.
  /// - Throws: `StoreError`: `exists` when the directory has another dump; `corrupted` when a dump would be
  ///   replaced by that of a damaged profile.
  package static func write(
    _ store: Store, to directory: String, replacing isReplacing: Bool
  ) throws -> (report: DumpReport, hasChanged: Bool) {
    guard isReplacing, ProfilePath.exists(directory) else {
      return (try write(store, to: directory), true)
    }
    return try store.access { access in
      try access.begin(writing: false)
      defer { access.rollback() }
      try checkMayReplace(directory, with: access)
      let (report, hasChanged) = try store.replaceFiles(in: directory) { file in
        let report = try Self(access: access).writeTables(file)
        if let damage = report.damage.first { throw Damage(damage) }
        return report
      }
      return (report, hasChanged)
    }
  }

  /// Throws if a directory, which exists, has something that a dump of a profile must not replace.
  package static func checkMayReplace(_ directory: String, with store: Store) throws {
    try store.access { try checkMayReplace(directory, with: $0) }
  }

  private static func checkMayReplace(_ directory: String, with access: StoreAccess) throws {
    guard fileStatus(directory)?.kind == S_IFDIR else {
      throw StoreError(.exists, path: directory, detail: "and is not a directory")
    }
    let names = [manifest] + tables.map { "\($0).jsonl" }
    guard names.contains(where: { ProfilePath.exists(directory + "/" + $0) }) else { return }
    guard let found = try? identity(of: directory) else {
      throw StoreError(
        .exists, path: directory, detail: "with a dump of which the profile cannot be read")
    }
    guard try found.id == access.profile.read().id else {
      throw StoreError(.exists, path: directory, detail: "with a dump of another profile")
    }
  }
}
