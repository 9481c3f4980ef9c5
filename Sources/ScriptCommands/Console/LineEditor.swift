internal import CLineEditor
import Commands
import Foundation
import Scripting

/// A line editor on the terminal with history and completion, based on libedit.
final class LineEditor {
  // Invariant: opened in init, closed in deinit, used by one thread at a time.
  private let editor: OpaquePointer
  /// Returns the completions of the end of a text.
  var complete: (String) -> Completion? = { _ in nil }

  /// The maximum number of lines in the history.
  private static let mostLines: Int32 = 2000

  /// Opens the terminal; `nil` if standard input or output is not a terminal or does not support
  /// editing.
  init?() {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return nil }
    guard let editor = le_open(Self.historyPath(), Self.mostLines) else { return nil }
    self.editor = editor
    le_set_completion(
      editor,
      { _, argument, text in
        guard let argument else { return }
        Unmanaged<LineEditor>.fromOpaque(argument).takeUnretainedValue()
          .completeLine(String(cString: text))
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { le_close(editor) }

  /// The maximum number of candidates to list.
  private static let mostCandidates = 400

  /// Inserts what all candidates for the end of a text have in common, or lists them.
  private func completeLine(_ text: String) {
    // Pasted code may be indented with tabs.
    if text.allSatisfy({ $0 == " " || $0 == "\t" }) { return le_replace(editor, 0, "  ") }
    guard let completion = complete(text), completion.replaced <= text.utf8.count else { return }
    let candidates = completion.candidates.prefix(Self.mostCandidates)
    guard let first = candidates.first else { return }
    let common = candidates.dropFirst().reduce(Array(first.utf8)) { common, candidate in
      zip(common, candidate.utf8).prefix { $0 == $1 }.map(\.0)
    }
    let typed = text.utf8.suffix(completion.replaced)
    if !typed.starts(with: common) || (candidates.count == 1 && common.count != typed.count) {
      le_replace(editor, typed.count, String(decoding: common, as: UTF8.self))
    } else if candidates.count > 1 {
      le_print(editor, Self.listing(of: candidates))
    }
  }

  private static func listing(of candidates: ArraySlice<String>) -> String {
    let width = 2 + (candidates.map(\.utf8.count).max() ?? 0)
    let columns = max(1, 78 / width)
    var text = ""
    for (index, candidate) in candidates.enumerated() {
      if index % columns == 0 { text += "\n" }
      text += candidate + String(repeating: " ", count: width - candidate.utf8.count)
    }
    return text + "\n"
  }

  /// The result of reading a line.
  enum Line: Equatable {
    case text(String)
    /// Ctrl-C: the input so far is discarded.
    case dropped
    case end
  }

  func read(_ prompt: String) -> Line {
    var text: UnsafePointer<CChar>?
    let count = prompt.withCString { le_read(editor, $0, &text) }
    if count == LE_INTERRUPTED { return .dropped }
    guard count >= 0, let text else { return .end }
    return .text(
      String(decoding: UnsafeRawBufferPointer(start: text, count: count), as: UTF8.self))
  }

  /// Adds a line to the history, which is saved for later sessions.
  func remember(_ line: String) { le_remember(editor, line) }

  /// Returns the path of the history file, and creates its directory; `nil` if that is not possible.
  private static func historyPath() -> String? {
    guard let folder = StateDirectory.path, StateDirectory.create(folder) else { return nil }
    return folder + "/history"
  }
}
