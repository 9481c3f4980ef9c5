internal import CLineEditor
import Foundation
import Scripting

/// Lines from the terminal, edited with libedit: history, completion, the keys that shells have.
final class LineEditor {
  // Invariant: opened in init, closed in deinit, used by one thread at a time.
  private let editor: OpaquePointer
  /// What may stand at the end of a text.
  var complete: (String) -> Completion? = { _ in nil }

  /// Lines that the history keeps.
  private static let mostLines: Int32 = 2000

  /// Opens the terminal; `nil` where standard input or output is none, or none that can be edited on.
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
          le_offer(editor, completion?.replaced ?? 0, candidate)
        }
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { le_close(editor) }

  /// What came of asking for a line.
  enum Line: Equatable {
    case text(String)
    /// Ctrl-C: what was entered so far is dropped.
    case dropped
    case end
  }

  /// Asks for a line.
  func read(_ prompt: String) -> Line {
    var text: UnsafePointer<CChar>?
    let count = prompt.withCString { le_read(editor, $0, &text) }
    if count == LE_INTERRUPTED { return .dropped }
    guard count >= 0, let text else { return .end }
    return .text(
      String(decoding: UnsafeRawBufferPointer(start: text, count: count), as: UTF8.self))
  }

  /// Keeps a line for the arrow keys, in this and later conversations.
  func remember(_ line: String) { le_remember(editor, line) }

  /// The history's file, whose directory is made; `nil` where it cannot be, or is not wanted.
  private static func historyPath() -> String? {
    let environment = ProcessInfo.processInfo.environment
    // “XDG Base Directory Specification”: a relative path in the variable does not count.
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
