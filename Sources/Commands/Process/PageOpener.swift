import Foundation

/// Functions that show a written file to the user.
enum PageOpener {
  /// Runs the command again without `--open`, and then opens the file that it wrote. The command itself
  /// works in a sandbox, from which no program can be started.
  ///
  /// - Throws: `CommandFailure` if the command fails, with its status, or if nothing can open the file.
  package static func open(_ path: String) throws {
    let arguments = CommandLine.arguments.filter { $0 != "--open" }
    let status = try start("/proc/self/exe", arguments).wait()
    guard status == 0 else {
      throw CommandFailure(ExitStatus(rawValue: status) ?? .failure, "")
    }
    guard let program = program(named: "xdg-open") else {
      throw CommandFailure(
        .failure, "\(path) was written; xdg-open, which opens files, is missing (Debian: xdg-utils)"
      )
    }
    let opened = try start(program, ["xdg-open", URL(fileURLWithPath: path).path]).wait()
    guard opened == 0 else {
      throw CommandFailure(.failure, "\(path) was written; xdg-open could not open it")
    }
  }

  private static func start(
    _ program: String, _ arguments: [String]
  ) throws -> ChildProgram {
    do {
      return try ChildProgram(program, arguments)
    } catch {
      throw CommandFailure(.failure, "--open: cannot start a process: \(error)")
    }
  }

  /// Returns the path of a program by the variable `PATH`.
  private static func program(named name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
      .map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
