import FlintCalendar
import Foundation
import FlintRules
import TestSupport
import Testing
import Views

@Suite struct `Texts of languages` {
  /// A text of a section: its forms in each language, English first.
  private struct Entry: CustomStringConvertible {
    var section: Texts.Section
    var key: String
    var forms: [[String]]
    var description: String { "\(section.rawValue): \(key)" }
  }

  /// All texts. What the bundled rulebooks name is its own English text.
  private static let all: [Entry] = Texts.Section.allCases.flatMap { section in
    (Language.spanish.texts.sections[section] ?? [:]).keys.sorted().map { key in
      Entry(
        section: section, key: key,
        forms: Language.allCases.map { language in
          if language == .english && titles.contains(section) { return [key] }
          return language.texts.sections[section]?[key] ?? []
        })
    }
  }

  private static let titles: Set<Texts.Section> = [
    .missions, .cards, .sets, .sentences, .levels, .achievements, .currencies,
  ]

  @Test func `have the same keys and as many forms in all languages`() {
    for language in Language.allCases {
      #expect(language.texts.faults == [])
      let sections = Texts.Section.allCases.filter {
        language != .english || !Self.titles.contains($0)
      }
      #expect(Set(language.texts.sections.keys) == Set(sections))
      for section in sections {
        let keys = language.texts.sections[section].map { Set($0.keys) }
        #expect(keys == Language.spanish.texts.sections[section].map { Set($0.keys) })
      }
    }
    for entry in Self.all {
      #expect(Set(entry.forms.map(\.count)).count == 1, "\(entry)")
      switch entry.section {
      case .numbers: #expect(entry.forms[0].count == 2, "\(entry)")
      case .niceRemarks, .rudeRemarks: #expect(entry.forms[0].count >= 2, "\(entry)")
      default: #expect(entry.forms[0].count == 1, "\(entry)")
      }
    }
  }

  @Test func `are those that the sources name`() {
    func keys(_ section: Texts.Section) -> [String] {
      Self.all.filter { $0.section == section }.map(\.key)
    }
    #expect(keys(.phrases) == Phrase.allCases.map(\.rawValue).sorted())
    #expect(keys(.numbers) == CountedPhrase.allCases.map(\.rawValue).sorted())
    let values: [any Translated] =
      Mood.allCases + SparkCategory.ignition + SparkIntensity.ignition + CardRarity.ignition
      + HabitDayStatus.allCases + Window.allCases + MissionView.Status.allCases
      + QuestStatus.allCases + LadderMetric.allCases + DueView.Kind.allCases + Weekday.allCases
      + OccurrenceKind.allCases + SeriesMetric.allCases
      + HabitStreakUnit.allCases
    #expect(
      keys(.names) == (values.map(\.textKey) + (1...12).map { "month.\($0)" }).sorted())
    let remarks = RemarkTopic.allCases.map(\.rawValue).sorted()
    #expect(keys(.niceRemarks) == remarks && keys(.rudeRemarks) == remarks)
    let bundled = RulebookDefinition.bundled
    #expect(Set(bundled.flatMap(\.missions).map(\.title)) == Set(keys(.missions)))
    #expect(Set(bundled.flatMap(\.cards).map(\.name)) == Set(keys(.cards)))
    #expect(Set(bundled.flatMap(\.sets).map(\.title)) == Set(keys(.sets)))
    #expect(Set(bundled.flatMap(\.cards).compactMap(\.text)) == Set(keys(.sentences)))
    #expect(Set(bundled.flatMap(\.levels).map(\.title)) == Set(keys(.levels)))
    let currencies = bundled.flatMap(\.currencies).map { $0.title ?? $0.id }
    #expect(Set(currencies) == Set(keys(.currencies)))
    let ladders = bundled.flatMap(\.ladders)
    #expect(
      Set(ladders.map(\.title) + ladders.flatMap(\.rungs).map(\.title))
        == Set(keys(.achievements)))
  }

  @Test(.slow) func `are all used, with a value for each placeholder`() throws {
    var used: Set<Substring> = []
    for source in try Self.sources() {
      used.formUnion(source.matches(of: /\.(\w+)/).map(\.output.1))
      let calls = source.matches(
        of: /\W(?:text\(\s*|counted\((?:[^()]|\([^()]*\))*?,\s*)\.(\w+)(?=[,)])/)
      for call in calls {
        let section: Texts.Section =
          call.output.0.dropFirst().hasPrefix("text") ? .phrases : .numbers
        let forms = Language.english.texts.sections[section]?[String(call.output.1)]
        guard let text = forms?.first else { continue }
        let values = Self.placeholders(text).count { $0 != "n" }
        #expect(Self.values(source[call.range.upperBound...]) == values, "\(call.output.0)")
      }
    }
    let names = Phrase.allCases.map(\.rawValue) + CountedPhrase.allCases.map(\.rawValue)
    #expect(names.filter { !used.contains($0[...]) } == [])
  }

  /// The sources of the modules that show texts.
  private static func sources() throws -> [String] {
    let root = URL(filePath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try ["Views", "Reports", "Commands", "LookCommands", "RecordCommands"].flatMap {
      let folder = root.appending(path: "Sources/\($0)")
      return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".swift") }
        .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    }
  }

  /// The number of arguments up to the end of a call: the commas outside of brackets and of literals, whose
  /// interpolations are brackets too.
  private static func values(_ call: Substring) -> Int {
    var count = 0
    var open: [Character] = []
    var rest = call
    while let character = rest.popFirst() {
      if open.last == "\"" {
        if character == "\\", rest.popFirst() == "(" { open.append("(") }
        if character == "\"" { open.removeLast() }
      } else if "\"([{".contains(character) {
        open.append(character)
      } else if ")]}".contains(character) {
        if open.popLast() == nil { return count }
      } else if character == ",", open.isEmpty {
        count += 1
      }
    }
    return count
  }

  @Test func `have the same placeholders in all languages`() {
    for entry in Self.all {
      for form in entry.forms[0].indices {
        let placeholders = entry.forms.map { Self.placeholders($0[form]) }
        #expect(Set(placeholders).count == 1, "\(entry)")
        #expect(placeholders[0].contains("n") == (entry.section == .numbers), "\(entry)")
        // The numbers are 1, 2 and so on.
        let numbers = placeholders[0].filter { $0 != "n" }
        #expect(numbers == numbers.indices.map { String($0 + 1) }, "\(entry)")
      }
    }
  }

  @Test func `are not empty, and have the same ends`() {
    for entry in Self.all {
      for form in entry.forms[0].indices {
        let texts = entry.forms.map { $0[form] }
        #expect(!texts.contains { $0.isEmpty || $0.contains("  ") }, "\(entry)")
        // A sentence is one in every language; an abbreviation may end with a full stop in one.
        if texts[0].hasSuffix(".") {
          #expect(texts.allSatisfy { $0.last == "." || $0.last == "?" }, "\(entry)")
        }
        // What is invisible in an editor.
        #expect(!texts.dropFirst().contains { $0.contains(" %") }, "\(entry)")
        #expect(!texts[0].contains("\u{A0}"), "\(entry)")
      }
    }
  }

  @Test func `are written once`() {
    // A translation of its own is a reason: adjectives agree with what they are about.
    let phrases = Self.all.filter { $0.section == .phrases || $0.section == .numbers }
    let keys = Dictionary(grouping: phrases, by: \.forms).mapValues { $0.map(\.key) }
    #expect(keys.values.filter { $0.count > 1 } == [])
  }

  @Test func `are read by sections, keys and forms`() {
    let texts = Texts(
      "# A comment = no text\n\n[numbers]\ndays = {n} day | {n} days\n[names]\nmood.bad=así  así\n")
    #expect(texts.faults == [])
    #expect(
      texts.sections == [
        .numbers: ["days": ["{n} day", "{n} days"]], .names: ["mood.bad": ["así  así"]],
      ])
    #expect(Texts("").sections == [:])
  }

  @Test(arguments: [
    ("level = Level", "level = Level"), ("[phrases]\nlevel", "level"), ("[words]", "[words]"),
    ("[phrases]\na = 1\na = 2", "a = 2"),
  ])
  func `of lines without a section, a text or a key of their own are faults`(
    source: String, fault: String
  ) {
    #expect(Texts(source).faults == [fault])
  }

  @Test func `are filled in any order and once`() {
    #expect(
      Language.english.text(.trackerOverTimeSummary, "3 May", "7", "{1}", "4 May")
        == "From 7 on 3 May to {1} on 4 May.")
    #expect(Language.italian.text(.numberOf, "3") == "3 di {2}")
    #expect(Language.spanish[.numberOf] == "{1} de {2}")
  }

  @Test(arguments: [
    (0, "0 points", "0 puntos", "0 punti"), (1, "1 point", "1 punto", "1 punto"),
    (2, "2 points", "2 puntos", "2 punti"), (-1, "−1 points", "−1 puntos", "−1 punti"),
    (12345, "12,345 points", "12\u{A0}345 puntos", "12.345 punti"),
  ])
  func `about a number are singular for one thing`(
    number: Int, english: String, spanish: String, italian: String
  ) {
    #expect(Language.english.counted(number, .points) == english)
    #expect(Language.spanish.counted(number, .points) == spanish)
    #expect(Language.italian.counted(number, .points) == italian)
  }

  @Test func `are enumerated with the conjunction of the language`() {
    #expect(Language.english.listed([]) == "")
    #expect(Language.english.listed(["a"]) == "a")
    #expect(Language.english.listed(["a", "b", "c"]) == "a, b and c")
    #expect(Language.spanish.listed(["lunes", "martes"]) == "lunes y martes")
    #expect(Language.spanish.listed(["ideas", "historias"]) == "ideas e historias")
    #expect(Language.spanish.listed(["agua", "hielo"]) == "agua y hielo")
    #expect(Language.italian.listed(["lunedì", "ieri"]) == "lunedì e ieri")
  }

  private static func placeholders(_ text: String) -> [String] {
    text.matches(of: /\{([^}]*)\}/).map { String($0.output.1) }.sorted()
  }
}
