import Lua

extension HostFailure {
  /// A name that names nothing, with those that do.
  ///
  /// - Parameters:
  ///   - slot: where it was given.
  ///   - kind: what it should be: `the id of a ladder`.
  static func unknown(
    _ slot: Int, _ kind: String, _ name: String, among names: [String]
  ) -> HostFailure {
    let most = 16
    let listed =
      names.isEmpty
      ? "there is none"
      : names.prefix(most).joined(separator: ", ") + (names.count > most ? ", …" : "")
    return .argument(
      slot, expected: "\(kind) (\(listed))", got: Suggestion.quoted(name),
      hint: Suggestion.hint(for: name, among: names))
  }
}
