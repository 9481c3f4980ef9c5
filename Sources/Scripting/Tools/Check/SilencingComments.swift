import Lua

/// The comments of a script by which its author silences findings: `-- flint: ignore`, with the kinds that are
/// meant or for all, on the same line or alone on the line before.
struct SilencingComments {
  /// The silenced kinds by line.
  private var kinds: [Int: Set<String>] = [:]
  /// A finding for each word that names no kind.
  private(set) var unknown: [ScriptCheck.Finding] = []

  init(in parser: LuaParser) {
    let codeLines = parser.codeLines
    for comment in parser.comments {
      let words = comment.text.split { $0 == " " || $0 == "\t" || $0 == "," }.map(String.init)
      guard words.starts(with: ["flint:", "ignore"]) else { continue }
      let named = words.dropFirst(2)
      let all = ScriptCheck.Finding.Kind.allCases.map(\.rawValue)
      for name in named where !all.contains(name) {
        unknown.append(
          ScriptCheck.Finding(
            kind: .unknownKind, line: comment.line, column: nil,
            message: "\(Suggestion.quoted(name)) is no kind of finding"
              + Suggestion.hint(for: name, among: all)))
      }
      let line = codeLines.contains(comment.line) ? comment.line : comment.line + 1
      kinds[line, default: []].formUnion(named.isEmpty ? all : Array(named))
    }
  }

  func covers(_ finding: ScriptCheck.Finding) -> Bool {
    kinds[finding.line]?.contains(finding.kind.rawValue) ?? false
  }
}
