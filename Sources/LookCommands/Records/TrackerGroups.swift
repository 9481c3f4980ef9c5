import Commands
import FlintRules

extension TrackersState {
  /// Throws if no tracker is listed in a group that an option names.
  func checkGroup(_ name: String?) throws {
    guard let name, !trackers.contains(where: { $0.content.isListed(in: name) }) else { return }
    throw CommandFailure.unknown("group", name, among: groupNames, listedBy: "flint trackers")
  }
}
