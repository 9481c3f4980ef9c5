package import FlintCalendar
package import FlintRules
import Views

/// What repeats a page: the rulebooks that its numbers follow from, and how it was made.
package struct PageProvenance: Hashable, Sendable {
  /// A rulebook, by its id and the hash of its whole definition.
  package struct Source: Hashable, Sendable {
    package var rulebook: String
    package var hash: String

    package init(_ rulebook: String, hash: String) { (self.rulebook, self.hash) = (rulebook, hash) }

    package init(_ rulebook: RulebookDefinition) {
      self.init(rulebook.id, hash: rulebook.contentHash)
    }
  }

  /// By which version, on which day and with which command a page was made.
  package struct Making: Hashable, Sendable {
    package var version: String
    package var day: CivilDay
    /// The words of the command, quoted for a shell.
    package var command: String

    package init(version: String, day: CivilDay, command: String) {
      (self.version, self.day, self.command) = (version, day, command)
    }
  }

  /// The rulebooks; none where the page is of numbers that were given, or names them itself.
  package var sources: [Source]
  /// How the page was made; `nil` until it is written as a file.
  package var making: Making?

  package init(_ sources: [Source] = []) { self.sources = sources }

  /// Returns the sentences about the rulebooks, the version and the day.
  func sentences(_ language: Language) -> [String] {
    sources.map { language.text(.provenanceRules, $0.rulebook, $0.hash) }
      + (making.map {
        [language.text(.provenanceMade, $0.version, language.shown($0.day))]
      } ?? [])
  }
}
