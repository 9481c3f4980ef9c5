import FlintRandom
@testable import Lua
import FlintSchema
@testable import Scripting

private let luaSamples = [
  "examples/*.lua", "examples/scripts/*.lua", "examples/mappings/*.lua",
  "Tests/LuaTests/Peers/*.lua",
]

private let luaWords = [
  "function", "end", "local", "return", "if", "then", "for", "do", "goto", "::a::", "<const>",
  "<close>", "...", "[[", "]]", "[==[",
  "--[[", "0x1p4", "\\u{7FFFFFFF}", "\\z", "//", "~=", "{{{{", "((((", "#", "a.b.c:d()",
  "\u{1B}Lua", "\u{1B}LuaT\0\u{19}\u{93}",
]

/// Source texts: compiled or refused with a line of the text; compiled code is refused.
func luaSourceTarget(_ corpus: Corpus) throws -> Target {
  Target(try luaSamples.flatMap { try corpus.files($0) }, words: luaWords) { input in
    let state = try LuaState(limits: LuaLimits(wallTime: .seconds(5), memory: 64 << 20))
    let error = try state.compile(source: input.bytes, chunkName: "@input.lua")
    try Violation.unless(error != nil || input.bytes.first != 0x1B, "compiled code is accepted")
    guard let error else { return }
    if let line = error.line {
      try Violation.unless((1...2 * input.lineCount + 1).contains(line), "an error on line \(line)")
    }
    throw error
  }
}

/// The tokens of a source text: they are in its order, and `SourceLines` finds lines in it.
func luaTokensTarget(_ corpus: Corpus) throws -> Target {
  Target(
    try corpus.files("examples/*.lua", "examples/rulebooks/*.lua", "examples/plans/*.lua"),
    words: luaWords
  ) { input in
    let tokens = LuaTokens.all(input.bytes)
    try Violation.unless(tokens.last?.kind == .end, "no end")
    for (token, next) in zip(tokens, tokens.dropFirst()) {
      try Violation.unless(token.line <= next.line, "\(token) before \(next)")
    }
    let lines = SourceLines(input.bytes)
    for name in ["missions", "cards", "id"] {
      if let line = lines.line(of: [.name(name), .position(1)]) {
        try Violation.unless((1...2 * input.lineCount).contains(line), "line \(line)")
      }
    }
  }
}

/// Patterns of Lua's string functions: each call ends with results or an error.
func patternTarget(_ corpus: Corpus) throws -> Target {
  let words = [
    "%a", "%b()", "%f[%w]", "[^%s]", "[a-", "(", ")", "()", "%1", "%9", "*", "+", "-", "?", "^",
    "$", ".-", "(.-)", "%", "[]]", "[%", "%0",
  ]
  return Target(
    [
      "(%a+)=(%d*)", "^%s*(.-)%s*$", "%b()", "%f[%w]%w+", "[^,]*", "(a*)*b", "((.)(.))%3%2",
      ".-.-.-.-x",
    ].map { Array($0.utf8) },
    areSamplesValid: false, words: words
  ) { input in
    var stream = input.stream
    let subject = (0..<stream.below(200)).map { _ in Array("ab() =,1x\0".utf8)[stream.below(10)] }
    let limits = LuaLimits(
      wallTime: .seconds(2), instructions: 10_000_000, memory: 64 << 20, output: 0)
    let script = """
      local subject, pattern = \(quoted(subject)), \(quoted(Array(input.bytes.prefix(4096))))
      local isRead, first, last = pcall(string.find, subject, pattern)
      pcall(string.match, subject, pattern, -3)
      pcall(string.gsub, subject, pattern, "%1<%0>")
      pcall(string.gsub, subject, pattern, pattern)
      pcall(function() for a, b in string.gmatch(subject, pattern) do end end)
      pcall(string.format, pattern, 1, "a", 2.5)
      pcall(string.rep, pattern, 3, subject)
      return isRead, first, last, #subject
      """
    let results = try LuaState(limits: limits).run(
      source: Array(script.utf8), chunkName: "=patterns")
    guard results.first == .boolean(true) else { throw Refusal() }
    if case .integer(let first) = results[1], case .integer(let last) = results[2],
      case .integer(let count) = results[3]
    {
      try Violation.unless(
        first >= 1 && last >= first - 1 && last <= count, "found at \(first) to \(last) of \(count)"
      )
    }
  }
}

private func quoted(_ bytes: [UInt8]) -> String {
  "\"" + bytes.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "\""
}
