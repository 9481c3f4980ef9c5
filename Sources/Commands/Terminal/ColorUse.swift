import Glibc
package import FlintRules

extension ColorChoice {
  /// Returns whether the standard output is coloured, by the choice of the profile.
  ///
  /// With `auto` it is on a terminal, unless the variable `NO_COLOR` has a value
  /// (https://no-color.org) or `TERM` names no terminal with colours: it is `dumb`, or
  /// not set.
  package var isUsed: Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto:
      isatty(STDOUT_FILENO) == 1 && Self.variable("NO_COLOR").isEmpty
        && !["", "dumb"].contains(Self.variable("TERM"))
    }
  }

  private static func variable(_ name: String) -> String {
    getenv(name).map { String(cString: $0) } ?? ""
  }
}
