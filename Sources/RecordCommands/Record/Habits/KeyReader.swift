import Commands
import Glibc
import Lua

/// Standard input as a terminal from which keys are read one by one, without being shown.
struct KeyReader {
  enum Key: Equatable {
    case character(Character)
    case enter
    case erase
    /// Ctrl-C.
    case interrupt
    /// Ctrl-D, or the terminal is gone.
    case end
  }

  private init() {}

  /// Passes a reader to a closure; returns `nil` if standard input is no terminal. The terminal gets its
  /// settings back afterwards, or when a signal ends the process.
  static func reading<Result>(_ body: (KeyReader) throws -> Result) rethrows -> Result? {
    var saved = termios()
    guard tcgetattr(STDIN_FILENO, &saved) == 0 else { return nil }
    return try Signals.delivering([SIGINT, SIGTERM, SIGHUP], isIgnoredAfterwards: false) {
      [saved] _ in
      set(saved)
      _exit(ExitStatus.interrupted.rawValue)
    } while: {
      var settings = saved
      settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
      set(settings)
      defer { set(saved) }
      return try body(KeyReader())
    }
  }

  private static func set(_ settings: termios) {
    var settings = settings
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }

  /// Returns the next key; sequences such as those of arrows are left out.
  func next() -> Key {
    while let byte = byte() {
      switch byte {
      case 3: return .interrupt
      case 4: return .end
      case 8, 127: return .erase
      case 10, 13: return .enter
      case 27: skipSequence()
      case 32..<127: return .character(Character(Unicode.Scalar(byte)))
      case 0xC2...0xF4: if let character = character(from: byte) { return .character(character) }
      default: continue
      }
    }
    return .end
  }

  /// Returns the printable character of several bytes that a byte begins; `nil` if there is none.
  private func character(from first: UInt8) -> Character? {
    var bytes = [first]
    while bytes.count < (first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4), let next = byte() {
      bytes.append(next)
    }
    guard let text = String(validating: bytes, as: UTF8.self),
      TerminalText.printable(text) == text
    else { return nil }
    return text.first
  }

  private func byte() -> UInt8? {
    var byte: UInt8 = 0
    while true {
      let count = read(STDIN_FILENO, &byte, 1)
      if count == 1 { return byte }
      if count == 0 || errno != EINTR { return nil }
    }
  }

  /// Skips the rest of the sequence that a key such as an arrow sends at once.
  private func skipSequence() {
    var isFirst = true
    while isReady, let byte = byte() {
      let isEnd = (64..<127).contains(byte) && !(isFirst && (byte == 0x5B || byte == 0x4F))
      isFirst = false
      if isEnd { return }
    }
  }

  private var isReady: Bool {
    var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 20) > 0
  }
}
