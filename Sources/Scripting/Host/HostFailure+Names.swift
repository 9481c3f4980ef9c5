import Lua

extension HostFailure {
  /// Returns the error for an unknown name, with the known names.
  ///
  /// - Parameters:
  /// - slot: the slot of the name.
  /// - kind: the expected kind of name: `the id of a ladder`.
  static func unknown(
    _ slot: HostSlot, _ kind: String, _ name: String, among names: [String]
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
