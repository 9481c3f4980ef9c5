package import ArgumentParser
import Confinement
import Glibc
import Lua
import Storage

/// The process of a command line, from its standard streams to its exit status.
package enum CommandProcess {
  /// Runs the command line of this process, and ends the process with its exit status.
  ///
  /// - Parameters:
  ///   - root: the root command, which reports errors.
  ///   - read: parses the arguments.
  package static func main(
    _ root: any ParsableCommand.Type, _ read: ([String]) throws -> any ParsableCommand
  ) -> Never {
    openStandardStreams()
    checkText()
    // Swift reads the arguments from /proc.
    guard !CommandLine.arguments.isEmpty else {
      note("flint: the arguments cannot be read: /proc is not mounted")
      Glibc.exit(ExitStatus.internalError.rawValue)
    }
    // Files that the parent process left open must not be reachable from scripts, except those that an
    // argument names, such as <(command) of a shell.
    Confinement.closeInherited(except: namedDescriptors(CommandLine.arguments))
    checkDescriptors()
    // A closed pipe shows as a failed write, which does not make the command fail.
    signal(SIGPIPE, SIG_IGN)
    // A file at the size limit shows as a failed write too, which does make the command fail.
    signal(SIGXFSZ, SIG_IGN)
    let status = status(of: Array(CommandLine.arguments.dropFirst()), root, read)
    try? StandardOutput.shared.end()
    if status != .success { TemporaryFiles.removeFolders() }
    Glibc.exit(status.rawValue)
  }

  /// Opens the standard streams that the parent process closed, so that using them fails. Otherwise the
  /// profile would be opened under the number of one, and output would overwrite it.
  private static func openStandardStreams() {
    for (number, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(number, F_GETFD) < 0 && open("/dev/null", mode) != number {
      Glibc.exit(ExitStatus.storage.rawValue)
    }
  }

  /// Ends the process if an argument or the path of the profile is no text in UTF-8: what is read of it
  /// would be another text.
  private static func checkText() {
    let arguments = (1..<max(1, Int(CommandLine.argc))).map {
      ("argument \($0)", CommandLine.unsafeArgv[$0])
    }
    for (name, text) in arguments + [("FLINT_DB", getenv("FLINT_DB"))] {
      guard let text, String(validatingCString: text) == nil else { continue }
      note(
        "flint: \(name): expected text in UTF-8, got \(Suggestion.quoted(String(cString: text)))")
      Glibc.exit(ExitStatus.usage.rawValue)
    }
  }

  /// The number of files that a command may have open at a time.
  private static let leastDescriptors: rlim_t = 32

  /// Ends the process if it may open too few files, which would show as other errors.
  private static func checkDescriptors() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(7), &limit) == 0, limit.rlim_cur < leastDescriptors else {
      return
    }
    let most = limit.rlim_cur
    limit.rlim_cur = min(limit.rlim_max, leastDescriptors)
    if limit.rlim_cur == leastDescriptors, setrlimit(__rlimit_resource_t(7), &limit) == 0 { return }
    note(
      "flint: too many open files: this process may open \(most) at a time (ulimit -n), and needs "
        + "\(leastDescriptors)")
    Glibc.exit(ExitStatus.storage.rawValue)
  }

  /// The file descriptors that arguments name as files, such as /dev/fd/63.
  private static func namedDescriptors(_ arguments: [String]) -> [Int32] {
    arguments.compactMap { argument in
      for folder in ["/dev/fd/", "/proc/self/fd/"] where argument.hasPrefix(folder) {
        return Int32(argument.dropFirst(folder.count))
      }
      return nil
    }
  }

  /// Runs a command line and returns its exit status, after all messages have been written.
  private static func status(
    of typed: [String], _ root: any ParsableCommand.Type,
    _ read: ([String]) throws -> any ParsableCommand
  ) -> ExitStatus {
    let (arguments, isPaged) = withoutPagerOption(typed)
    do {
      var command = try read(arguments)
      // No thread exists yet, and no sandbox was entered.
      if isPaged, command is any PagedCommand { StandardOutput.shared.page() }
      do {
        try command.run()
      } catch let error as ValidationError {
        // The command line is well formed, but asks for something that this profile cannot answer: the
        // usage text would not help.
        throw CommandFailure(.usage, error.message)
      }
      try StandardOutput.shared.end()
      return .success
    } catch {
      if let failure = error as? CommandFailure ?? CommandFailure(error) {
        if let json = failure.json {
          writeError(json: json)
        } else if !failure.message.isEmpty {
          note("flint: \(failure.message)")
        }
        return failure.status
      }
      guard root.exitCode(for: error) == .success else {
        note(UsageMessage(error, of: root, arguments: arguments).text)
        return .usage
      }
      if isPaged { StandardOutput.shared.page() }
      StandardOutput.shared.write(root.fullMessage(for: error) + "\n")
      return (try? StandardOutput.shared.end()) == nil ? .storage : .success
    }
  }

  /// The option of every command that shows an answer without a pager.
  package static let pagerOption = "--no-pager"

  /// Returns the arguments without that option, and whether a pager may be used.
  private static func withoutPagerOption(
    _ arguments: [String]
  ) -> (arguments: [String], isPaged: Bool) {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    let options = arguments[..<end].filter { $0 != pagerOption }
    return (options + arguments[end...], options.count == end)
  }
}
