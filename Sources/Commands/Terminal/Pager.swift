import Confinement
import Foundation

/// The pager in which a terminal shows an answer that is longer than its screen.
///
/// Until it is known to be longer, the answer is held. The pager's process waits for it, since it could not be
/// started from within the sandbox.
struct Pager {
  private let program: WaitingProgram
  /// Whether the setting of a profile may do without it.
  let obeysProfile: Bool
  private var held: [(bytes: [UInt8], isError: Bool)] = []
  private var screen: ScreenRows
  /// Whether the pager shows the answer.
  private(set) var isShown = false

  /// Prepares the pager for this process; `nil` where the answer is shown without one.
  init?() {
    let own = Self.variable("FLINT_PAGER")
    let command = own ?? Self.variable("PAGER") ?? "less"
    guard let screen = ScreenRows(of: STDOUT_FILENO),
      own != nil || !["", "dumb"].contains(Self.variable("TERM") ?? ""),
      !["", "cat"].contains(command), Self.exists(command),
      let program = WaitingProgram(command: command)
    else { return nil }
    self.program = program
    self.screen = screen
    obeysProfile = own == nil
  }

  /// The descriptor of the pager's input.
  var input: Int32 { program.input }

  /// What was held, in its order.
  var content: [(bytes: [UInt8], isError: Bool)] { held }

  /// Holds a part of the answer, or of the notes about it.
  ///
  /// - Returns: whether the screen is full, so that the pager has to show what was held.
  mutating func hold(_ bytes: [UInt8], isError: Bool) -> Bool {
    held.append((bytes, isError))
    screen.add(bytes)
    return screen.isFull
  }

  /// Lets the pager show the answer. It has the terminal now, and gets what is typed: Ctrl-C, too.
  mutating func show() {
    isShown = true
    held = []
    signal(SIGINT, SIG_IGN)
  }

  /// Ends the answer, and waits until it was read.
  func end() { program.end() }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Whether the program of a command exists; words of the shell are left to it.
  private static func exists(_ command: String) -> Bool {
    guard let name = command.split(separator: " ").first.map(String.init) else { return false }
    if name.contains(where: { "=\"'$\\".contains($0) }) { return true }
    return ChildProgram.path(of: name) != nil
  }
}

/// How many rows of a terminal a text takes.
struct ScreenRows {
  private let (rows, columns): (Int, Int)
  private var (row, column) = (0, 0)
  private var isInEscape = false

  /// Creates the count for the screen of a terminal; `nil` if the descriptor is of none.
  init?(of descriptor: Int32) {
    var size = winsize()
    guard isatty(descriptor) == 1, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0,
      size.ws_row > 1, size.ws_col > 0
    else { return nil }
    self.init(rows: Int(size.ws_row), columns: Int(size.ws_col))
  }

  init(rows: Int, columns: Int) { (self.rows, self.columns) = (rows, columns) }

  /// Whether the text leaves no row for the prompt behind it.
  var isFull: Bool { row + (column > 0 ? 1 : 0) >= rows }

  mutating func add(_ bytes: [UInt8]) {
    for byte in bytes {
      switch byte {
      // The end of a control sequence of colours is a letter.
      case _ where isInEscape:
        isInEscape = !(0x40...0x7E).contains(byte) || byte == UInt8(ascii: "[")
      case 0x1B: isInEscape = true
      case UInt8(ascii: "\n"): (row, column) = (row + 1, 0)
      // Each character has one byte that continues no other.
      case _ where byte & 0xC0 != 0x80:
        if column == columns { (row, column) = (row + 1, 0) }
        column += 1
      default: break
      }
    }
  }
}
