internal import CLineEditor
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
      { editor, argument, text, length in
        guard let argument else { return }
        let line = Unmanaged<LineEditor>.fromOpaque(argument).takeUnretainedValue()
        let bytes = UnsafeRawBufferPointer(start: text, count: length)
        let completion = line.complete(String(decoding: bytes, as: UTF8.self))
        for candidate in completion?.candidates ?? [] {
          le_add_candidate(editor, completion?.replaced ?? 0, candidate)
        }
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { le_close(editor) }

  /// The result of reading a line.
  enum Line: Equatable {
    case text(String)
    /// Ctrl-C: the input so far is discarded.
    case dropped
    case end
  }

  /// Reads a line.
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
    let environment = ProcessInfo.processInfo.environment
    // “XDG Base Directory Specification”: a relative path in the variable is ignored.
    let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    guard let base = state ?? environment["HOME"].map({ $0 + "/.local/state" }) else { return nil }
    let folder = base + "/flint"
    guard
      (try? FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])) != nil
    else { return nil }
    return folder + "/history"
  }
}
