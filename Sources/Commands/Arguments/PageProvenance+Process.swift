package import FlintCalendar
import Foundation
package import Reports
import Sessions

extension PageProvenance.Making {
  /// How this process makes pages.
  package static var ofThisProcess: PageProvenance.Making {
    get throws {
      PageProvenance.Making(
        version: Version.number, day: try DateContext.ofPages.today,
        command: command(CommandLine.arguments))
    }
  }

  /// Returns the words of a command, quoted for a shell; the first one, the path of the program, is its name.
  package static func command(_ arguments: [String]) -> String {
    (["flint"] + arguments.dropFirst()).map(ShellWord.quoted).joined(separator: " ")
  }
}

extension DateContext {
  /// The present of pages about rules: the instant in UTC that the variable `SOURCE_DATE_EPOCH` has, by which files are
  /// made again to the byte, or the clock in the zone of the system.
  package static var ofPages: DateContext {
    get throws {
      guard let text = ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"] else {
        return try DateContext(now: .present(), zone: CivilZone.named(CivilZone.systemName))
      }
      // The seconds until the year 9999 have eleven digits.
      guard let seconds = Int64(text), (0...253_402_214_399).contains(seconds) else {
        throw CommandFailure(
          .usage, "SOURCE_DATE_EPOCH: expected seconds since 1970, got \"\(text)\"")
      }
      return DateContext(
        now: Instant(milliseconds: seconds * 1000), zone: try CivilZone.named("UTC"))
    }
  }
}
