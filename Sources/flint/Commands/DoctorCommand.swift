import ArgumentParser
import Confinement
import Foundation
import Lua
import Rules

/// Tells what keeps scripts in on this machine, by trying it.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", _superCommandName: "flint",
    abstract: "Tell what keeps scripts within their bounds on this machine.",
    discussion: """
      Enters the sandbox, as flint run does before a script begins, and tries it.
      Ends with 1 when a part of it is missing: scripts then are kept within
      bounds by Flint's own checks alone, which is enough as long as Lua has no
      fault that a script gets through.

      Example:
        flint doctor
      """)

  func run() throws {
    var confinement = Confinement()
    confinement.reading = Confinement.system
    confinement.addressSpace = Confinement.margin
    let faultyConstants = try LuaFaults.miscompilesConstants()
    // The thread of that has ended; what follows holds for the whole process.
    let status = confinement.enforce()
    var checks: [Check] = []
    checks.append(
      Check(
        "files that were not granted", isHeld: status.confinesFiles && !Self.canRead("/etc/passwd"),
        by: "Landlock, version \(status.landlock)", without: "the kernel has no Landlock"))
    checks.append(
      Check(
        "network", isHeld: Self.isDenied(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)),
        by: "a filter of system calls (seccomp)"
          + (status.confinesPorts ? ", and Landlock for TCP" : ""),
        without: "no filter of system calls"))
    checks.append(
      Check(
        "other processes",
        isHeld: status.filtersCalls && !Self.canStart("/bin/true")
          && Self.isDenied(kill(getppid(), 0)),
        by: "a filter of system calls (seccomp)",
        without: "no filter of system calls"))
    checks.append(
      Check(
        "modes and owners of files", isHeld: Self.isDenied(chmod("/no/such/file", 0)),
        by: "a filter of system calls (seccomp)", without: "no filter of system calls"))
    checks.append(
      Check(
        "open files", isHeld: status.descriptors != nil,
        by: "a limit of \(status.descriptors ?? 0)", without: "no limit could be set"))
    checks.append(
      Check(
        "address space", isHeld: status.addressSpace != nil,
        by: "a limit of what the memory limit takes and \(Confinement.margin >> 30) GiB",
        without: "no limit could be set"))
    var text = "flint \(Version.number), \(LuaFaults.release), \(Self.kernel)\n"
    for check in checks { text += check.text }
    if faultyConstants {
      text += """
        warning: this Lua compiles 1 ~ (2 or 3) wrongly in a function with more than 255 constants
                 (fault 3 of Lua 5.4.4); Lua 5.4.5 and later do not

        """
    }
    if LuaFaults.mayUseFreedMemory {
      text += """
        warning: this Lua is older than 5.4.8, and may use memory after freeing it at the memory limit, as
                 5.4.4 does (fixed upstream by 983bc433). That is judged by the release: trying it would do
                 what it warns of. scripts/build takes a newer Lua 5.4 that pkg-config knows

        """
    }
    StandardOutput.shared.write(text)
    let missing = checks.count { !$0.isHeld }
    guard missing == 0 else {
      throw CommandFailure(
        status: .failure,
        message:
          "\(counted(missing, "part")) of the sandbox \(missing == 1 ? "is" : "are") missing: run scripts that "
          + "you do not trust elsewhere")
    }
  }

  /// A part of the sandbox, and whether it holds.
  private struct Check {
    var what: String
    var isHeld: Bool
    var reason: String

    init(_ what: String, isHeld: Bool, by means: String, without lack: String) {
      self.what = what
      self.isHeld = isHeld
      reason = isHeld ? means : lack
    }

    var text: String {
      isHeld ? "held:    \(what), by \(reason)\n" : "MISSING: \(what), \(reason)\n"
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

  /// Whether a call with this result was refused; a descriptor that it gave is closed.
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
