import Rules
import Schema
import Sessions
import Storage

extension CommandFailure {
  /// Creates the failure for an error of the sessions or the storage; `nil` for other errors.
  init?(_ error: any Error) {
    switch error {
    case let error as StoreError, SessionError.store(let error): self.init(error)
    case let error as SessionError: self.init(.failure, error.description)
    default: return nil
    }
  }

  private init(_ error: StoreError) {
    self.init(error.code == .exists ? .failure : .storage, error.description)
  }

  /// Creates the failure for an error of the store, with a statement about what was committed before.
  init(_ error: StoreError, kept: String) {
    self.init(error)
    let text = error.text(kept: kept)
    message = text.hasSuffix(kept) ? text : "\(text); \(kept)"
  }
}

extension CommandFailure {
  /// Returns the failure for a name that does not exist in the profile.
  ///
  /// - Parameters:
  ///   - kind: The kind of the named object, such as `project`.
  ///   - name: The unknown name.
  ///   - names: The existing names, for a suggestion.
  ///   - command: The command that lists the names.
  static func unknown(
    _ kind: String, _ name: String, among names: some Sequence<String>, listedBy command: String
  ) -> CommandFailure {
    CommandFailure(
      .failure,
      "there is no \(kind) \"\(name)\"\(NearestName.hint(for: name, among: names)); "
        + "\(command) lists them")
  }

  /// Returns the failure for the name of a project that does not exist.
  static func unknown(project: String, _ tasks: TasksState) -> CommandFailure {
    unknown(
      "project", project, among: tasks.projects.map(\.name.text),
      listedBy: "flint tasks --projects")
  }

  /// Returns the failure for the name or id of a tracker that does not exist.
  static func unknown(tracker: String, _ trackers: TrackersState) -> CommandFailure {
    unknown(
      "tracker", tracker, among: trackers.trackers.map(\.content.name), listedBy: "flint trackers")
  }
}
