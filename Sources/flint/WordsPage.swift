import ArgumentParser
import Commands

/// The page of `flint help words`: what the words mean.
struct WordsPage: ParsableCommand {
  /// The words behind `flint` that ask for it.
  static let words = ["help", "words"]

  func run() throws { StandardOutput.shared.write(Words.page) }
}
