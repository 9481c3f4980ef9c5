import Commands
import Foundation

/// The input of the interactive prompt: from a terminal with line editing, or from any other standard
/// input.
final class ConsoleInput {
  let editor: LineEditor?
  private var buffer: [UInt8] = []
  private var isAtEnd = false

  init(_ editor: LineEditor?) { self.editor = editor }

  var isInteractive: Bool { editor != nil }

  /// The maximum length of a line in bytes.
  private static let longest = 4 << 20

  /// Returns the next line; the excess of a line that is too long is dropped.
  func read(_ prompt: String) throws -> LineEditor.Line {
    if let editor { return editor.read(prompt) }
    while true {
      if let end = buffer.firstIndex(of: 10) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeSubrange(...end)
        return .text(line)
      }
      if isAtEnd {
        if buffer.isEmpty { return .end }
        defer { buffer = [] }
        return .text(String(decoding: buffer, as: UTF8.self))
      }
      try fill()
    }
  }

  private func fill() throws {
    let start = buffer.count
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = piece.withUnsafeMutableBytes {
      Foundation.read(STDIN_FILENO, $0.baseAddress, $0.count)
    }
    if count < 0 {
      if errno == EINTR { return }
      throw CommandFailure(.storage, "standard input: \(String(cString: strerror(errno)))")
    }
    isAtEnd = count == 0
    if start < Self.longest || piece[..<count].contains(10) { buffer += piece[..<count] }
  }

  func remember(_ line: String) {
    if !line.allSatisfy(\.isWhitespace) { editor?.remember(line) }
  }

  /// The width of the output in columns.
  var columns: Int { isInteractive ? TerminalLine.columns(of: STDOUT_FILENO) : 80 }
}
