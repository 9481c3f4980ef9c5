import Foundation

/// Functions that show a written file to the user.
package enum PageOpener {
  /// Runs the command again without `--open`, and then opens the file that it wrote. The command itself
  /// works in a sandbox, from which no program can be started.
  ///
  /// - Throws: `CommandFailure` if the command fails, with its status, or if nothing can open the file.
  package static func open(_ path: String) throws {
    try run(CommandLine.arguments.filter { $0 != "--open" })
    if let problem = show(path) {
      throw CommandFailure(.failure, "\(path) was written; \(problem)")
    }
  }

  /// Opens a file in the program of the desktop for such files.
  ///
  /// - Returns: Why nothing could open it; `nil` if it was opened.
  package static func show(_ path: String) -> String? {
    guard let program = ChildProgram.path(of: "xdg-open") else {
      return "xdg-open, which opens files, is missing (Debian: xdg-utils)"
    }
    let words = ["xdg-open", URL(fileURLWithPath: path).path]
    let status = try? ChildProgram(program, words).wait()
    return status == 0 ? nil : "xdg-open could not open it"
  }

  /// Whether this process prints to a terminal of a desktop, where a page can be opened without being asked for.
  package static var isOnDesktop: Bool {
    let environment = ProcessInfo.processInfo.environment
    return isatty(STDOUT_FILENO) == 1
      && ["DISPLAY", "WAYLAND_DISPLAY"].contains { !(environment[$0] ?? "").isEmpty }
  }

  /// Runs this program with other arguments, which begin with its name, to the end.
  ///
  /// - Throws: `CommandFailure` with the status of the program, which has reported the error itself.
  package static func run(_ arguments: [String]) throws(CommandFailure) {
    let status: Int32
    do {
      status = try ChildProgram("/proc/self/exe", arguments).wait()
    } catch {
      throw CommandFailure(.failure, "cannot start a process: \(error)")
    }
    guard status == 0 else { throw CommandFailure(ExitStatus(rawValue: status) ?? .failure, "") }
  }
}
