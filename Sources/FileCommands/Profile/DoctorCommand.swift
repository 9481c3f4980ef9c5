import ArgumentParser
import Commands
import Confinement
import Foundation
import Lua
import FlintRules
import Views

/// Checks which parts of the sandbox work on this machine by trying them.
struct DoctorCommand: Subcommand {
  static let name = "doctor"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Check whether the sandbox works on this machine.",
    discussion: """
      Enters the sandbox, as flint run does before it starts a script, and tests
      each of its restrictions. The exit status is 1 if one of them is missing.
      In that case, only Flint's own checks restrict scripts; they suffice unless a
      script exploits a bug in Lua or in Flint.

      Example:
        flint doctor
      """)

  func run() throws {
    var confinement = Confinement()
    confinement.reading = Confinement.system
    confinement.addressSpace = Confinement.margin
    let status = confinement.enforce()
    let filter = "a filter of system calls (seccomp)"
    let noFilter = "no filter of system calls"
    let checks = [
      Check(
        what: "files without permission",
        isEnforced: status.confinesFiles && !Self.canRead("/etc/passwd"),
        means: "Landlock, version \(status.landlock)",
        lack: "the kernel does not support Landlock"),
      Check(
        what: "network",
        isEnforced: Self.isDenied(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)),
        means: filter + (status.confinesPorts ? ", and Landlock for TCP" : ""), lack: noFilter),
      Check(
        what: "other processes",
        isEnforced: status.filtersCalls && !Self.canStart("/bin/true")
          && Self.isDenied(kill(getppid(), 0)),
        means: filter, lack: noFilter),
      Check(
        what: "modes and owners of files", isEnforced: Self.isDenied(chmod("/no/such/file", 0)),
        means: filter, lack: noFilter),
      Check(
        what: "open files", isEnforced: status.descriptors != nil,
        means: "a limit of \(status.descriptors ?? 0)", lack: "no limit could be set"),
      Check(
        what: "address space", isEnforced: status.addressSpace != nil,
        means: "a limit derived from the memory limit plus \(Confinement.margin >> 30) GiB",
        lack: "no limit could be set"),
    ]
    var text = "flint \(Version.number), \(LuaLibrary.release), \(Self.kernel)\n"
    for check in checks { text += check.text }
    StandardOutput.shared.write(text)
    let missing = checks.count { !$0.isEnforced }
    guard missing == 0 else {
      throw CommandFailure(
        .failure,
        "\(counted(missing, "restriction")) of the sandbox \(missing == 1 ? "is" : "are") missing: do not run "
          + "untrusted scripts on this machine")
    }
  }

  /// A restriction of the sandbox, and whether it is enforced.
  private struct Check {
    let what: String
    let isEnforced: Bool
    let means: String
    let lack: String

    var text: String {
      isEnforced ? "enforced: \(what), by \(means)\n" : "MISSING:  \(what), \(lack)\n"
    }
  }

  private static func canStart(_ path: String) -> Bool {
    var id: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(path), nil]
    defer { free(arguments[0]) }
    guard posix_spawn(&id, path, nil, nil, &arguments, nil) == 0 else { return false }
    var status: Int32 = 0
    waitpid(id, &status, 0)
    return true
  }

  private static func canRead(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }

  /// Whether a system call with this result was denied; a file descriptor that it returned is closed.
  private static func isDenied(_ result: Int32) -> Bool {
    guard result >= 0 else { return errno == EPERM || errno == EACCES }
    if result > STDERR_FILENO { close(result) }
    return false
  }

  private static var kernel: String {
    var name = utsname()
    uname(&name)
    let release = withUnsafeBytes(of: &name.release) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return "Linux \(release)"
  }
}
