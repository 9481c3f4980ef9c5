import Rules
import Sessions
import Storage

extension CommandFailure {
  /// What an error of the layers below means for the process; `nil` for errors of other origin.
  init?(_ error: any Error) {
    switch error {
    case let error as StoreError: self.init(error)
    case let error as SessionError:
      if case .store(let error) = error {
        self.init(error)
      } else {
        self.init(status: .failure, message: error.description)
      }
    default: return nil
    }
  }

  private init(_ error: StoreError) {
    let status: ExitStatus =
      switch error.code {
      case .exists: .failure
      default: .storage
      }
    self.init(status: status, message: error.description)
  }

  /// What an error of the store means where part of a work has been made to last.
  init(_ error: StoreError, kept: String) {
    self.init(error)
    let text = error.text(kept: kept)
    message = text.hasSuffix(kept) ? text : "\(text); \(kept)"
  }
}

extension CommandFailure {
  /// A name that stands for nothing the profile has.
  ///
  /// - Parameters:
  ///   - kind: what it should name, such as `project`.
  ///   - name: the name.
  ///   - names: those that there are, one of which was perhaps meant.
  ///   - command: the command that lists them.
  static func unknown(
    _ kind: String, _ name: String, among names: some Sequence<String>, listedBy command: String
  ) -> CommandFailure {
    CommandFailure(
      status: .failure,
      message: "there is no \(kind) \"\(name)\"\(NearestName.hint(for: name, among: names)); "
        + "\(command) lists them")
  }

  /// A name of no project.
  static func unknown(project: String, _ tasks: TasksState) -> CommandFailure {
    unknown(
      "project", project, among: tasks.projects.map(\.name.text),
      listedBy: "flint tasks --projects")
  }

  /// A name or id of no tracker.
  static func unknown(tracker: String, _ trackers: TrackersState) -> CommandFailure {
    unknown(
      "tracker", tracker, among: trackers.trackers.map(\.content.name), listedBy: "flint trackers")
  }
}
