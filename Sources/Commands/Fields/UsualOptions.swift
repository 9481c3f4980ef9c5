package import ArgumentParser
import Foundation

/// The options of the subcommand that is meant where none is named, which completions offer behind the command, too.
package struct UsualOptions<Usual: ParsableCommand>: ParsableArguments, CustomReflectable {
  package init() {}

  package init(from decoder: any Decoder) throws {
    _ = try decoder.container(keyedBy: DescribedKey.self)
  }

  package var customMirror: Mirror {
    let options = CommandDescription.isForCompletions ? Mirror(reflecting: Usual()).children : nil
    return Mirror(
      self,
      children: options.map { Array($0) } ?? [])
  }
}

/// The name of an option that is only described.
struct DescribedKey: CodingKey {
  let stringValue: String
  let intValue: Int? = nil

  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// Whether this process describes commands, rather than to do what they say.
enum CommandDescription {
  private static let arguments = CommandLine.arguments.dropFirst()
  private static let first = arguments.first ?? ""

  /// Whether it makes completions.
  static let isForCompletions =
    first == "completions"
    || ["---completion", "--generate-completion-script"].contains(where: first.hasPrefix)

  /// Whether it makes completions, a help, or what manual pages are made of.
  static let isWanted =
    isForCompletions || first == "help" || first == "--experimental-dump-help"
    || arguments.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
}
