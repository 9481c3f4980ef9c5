package import Storage
import Views

extension CommittedWork {
  /// A clause about what was committed, for a message about a failure; `nil` if nothing was.
  package static var clause: String? { current.clause }

  private var clause: String? {
    if records > 0 { return "\(counted(records, "record")) stayed committed" }
    return hasProfile ? "the new profile stayed, without records" : nil
  }

  /// A clause about what was committed, with advice if something was.
  package func kept(_ advice: String) -> String {
    clause.map { $0 + advice } ?? "nothing was kept"
  }
}
