import ArgumentParser
import Commands
import Lua

/// The page of `flint help words`: what the words mean; or the line of one of them.
struct WordsPage: PagedCommand {
  /// What is printed.
  private var text = Words.page

  func run() throws { StandardOutput.shared.write(text) }

  /// Returns the page for `help words`, with a word behind it or not, and for `help` and a word that names no command;
  /// `nil` for other command lines.
  ///
  /// - Throws: `CommandFailure` about an option, of which the page has none.
  static func asked(
    by arguments: [String], commands: [String]
  ) throws(CommandFailure) -> WordsPage? {
    guard arguments.first == "help", arguments.count > 1 else { return nil }
    let rest = arguments.dropFirst(arguments[1] == "words" ? 2 : 1)
      .filter { $0 != "-h" && $0 != "--help" }
    var page = WordsPage()
    if rest.isEmpty { return arguments[1] == "words" ? page : nil }
    if rest.count == 1, arguments[1] == "words" || !commands.contains(rest[0]),
      let line = Words.line(of: rest[0])
    {
      page.text = line
      return page
    }
    guard arguments[1] == "words" else { return nil }
    let isOption = rest[0].hasPrefix("-")
    throw CommandFailure(
      .usage,
      isOption
        ? "flint help words takes no option \(Suggestion.quoted(rest[0])); it explains the words in English"
        : "there is no word \(Suggestion.quoted(rest.joined(separator: " "))) to explain; flint help words "
          + "lists them")
  }
}
