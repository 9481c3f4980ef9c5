import FlintCalendar
import FlintRules
import Testing
import Views

@Suite struct `A language` {
  @Test(arguments: [
    ("en", Language.english), ("es", .spanish), ("it", .italian), ("es_MX.UTF-8", .spanish),
    ("it-IT", .italian), ("IT", .italian), ("en_GB.UTF-8@euro", .english), ("C", .english),
    ("C.UTF-8", .english), ("POSIX", .english), ("de_DE.UTF-8", nil), ("", nil), ("esp", nil),
    ("italiano", nil),
  ])
  func `is that of a tag or a locale`(code: String, language: Language?) {
    #expect(Language(code: code) == language)
  }

  @Test func `has a name in itself`() {
    #expect(Language.allCases.map(\.name) == ["English", "español", "italiano"])
    #expect(Language.codes == ["en", "es", "it"])
  }

  @Test(arguments: [
    (0, "0", "0", "0"), (999, "999", "999", "999"), (1234, "1,234", "1234", "1.234"),
    (12345, "12,345", "12\u{A0}345", "12.345"),
    (-1_234_567, "−1,234,567", "−1\u{A0}234\u{A0}567", "−1.234.567"),
  ])
  func `writes whole numbers`(number: Int, english: String, spanish: String, italian: String) {
    #expect(Language.allCases.map { $0.text(number) } == [english, spanish, italian])
  }

  @Test(arguments: [
    (2_500_000 as Int64, 1, "2.5", "2,5", "2,5"),
    (1_234_567_890, 2, "1,234.57", "1234,57", "1.234,57"),
    (-250_000, 2, "−0.25", "−0,25", "−0,25"),
    (12_345_500_000, 0, "12,346", "12\u{A0}346", "12.346"),
  ])
  func `writes decimals`(
    millionths: Int64, places: Int, english: String, spanish: String, italian: String
  ) {
    let texts = Language.allCases.map { $0.decimal(millionths, places: places) }
    #expect(texts == [english, spanish, italian])
  }

  @Test func `writes percentages rounded half away from zero, but never up to all`() {
    #expect(Language.english.percent(456_789) == "46 %")
    #expect(Language.english.percent(595_000) == "60 %")
    #expect(Language.english.percent(594_999) == "59 %")
    #expect(Language.english.percent(599_960, places: 1) == "60.0 %")
    #expect(Language.spanish.percent(456_489, places: 1) == "45,6\u{A0}%")
    #expect(Language.italian.percent(999_999) == "99\u{A0}%")
    #expect(Language.italian.percent(999_999, places: 1) == "99,9\u{A0}%")
    #expect(Language.italian.percent(1_000_000) == "100\u{A0}%")
    #expect(Language.english.percent(1_004_999) == "100 %")
    #expect(Language.english.percent(-99_999, places: 2) == "−10.00 %")
    #expect(Language.english.percent(-5000) == "−1 %")
    #expect(Language.english.percent(.max).hasSuffix(" %"))
  }

  @Test func `writes a day in a long and a short form`() throws {
    let day = try #require(CivilDay(year: 2026, month: 3, day: 3))
    #expect(
      Language.allCases.map { $0.text(day) } == [
        "Tuesday 3 March 2026", "martes, 3 de marzo de 2026", "martedì 3 marzo 2026",
      ])
    #expect(
      Language.allCases.map { $0.shortText(day) } == ["3 Mar 2026", "3 mar 2026", "3 mar 2026"])
    #expect(
      Language.allCases.map { $0.text(CivilMonth(day)) } == [
        "March 2026", "marzo de 2026", "marzo 2026",
      ])
  }

  @Test(arguments: [
    ("2026-03-03", "2026-03-10", "3–9 March 2026", "3–9 de marzo de 2026", "3–9 marzo 2026"),
    (
      "2026-02-23", "2026-03-02", "23 February – 1 March 2026",
      "23 de febrero – 1 de marzo de 2026", "23 febbraio – 1 marzo 2026"
    ),
    (
      "2025-12-29", "2026-01-05", "29 December 2025 – 4 January 2026",
      "29 de diciembre de 2025 – 4 de enero de 2026", "29 dicembre 2025 – 4 gennaio 2026"
    ),
    ("2026-02-01", "2026-03-01", "February 2026", "febrero de 2026", "febbraio 2026"),
    ("2026-01-01", "2027-01-01", "2026", "2026", "2026"),
    ("2024-01-01", "2027-01-01", "2024–2026", "2024–2026", "2024–2026"),
    (
      "2026-08-02", "2026-08-03", "Sunday 2 August 2026", "domingo, 2 de agosto de 2026",
      "domenica 2 agosto 2026"
    ),
  ])
  func `writes a range of days`(
    since: String, before: String, english: String, spanish: String, italian: String
  ) throws {
    let days = try #require(CivilDay(since))..<(try #require(CivilDay(before)))
    #expect(Language.allCases.map { $0.text(days) } == [english, spanish, italian])
  }

  @Test func `has short names of months and weekdays that differ`() {
    let months = Language.allCases.map { language in (1...12).map(language.shortMonthName) }
    #expect(months[1].joined(separator: " ") == "ene feb mar abr may jun jul ago sep oct nov dic")
    #expect(months[2].joined(separator: " ") == "gen feb mar apr mag giu lug ago set ott nov dic")
    for names in months { #expect(Set(names).count == 12) }
    let weekdays = Language.allCases.map { language in
      Weekday.allCases.map(language.shortName(of:)).joined(separator: " ")
    }
    #expect(
      weekdays == [
        "Mon Tue Wed Thu Fri Sat Sun", "lun mar mié jue vie sáb dom", "lun mar mer gio ven sab dom",
      ])
    let letters = Language.allCases.map { language in
      Weekday.allCases.map(language.letter(of:)).joined()
    }
    #expect(letters == ["MTWTFSS", "LMXJVSD", "LMMGVSD"])
  }

  @Test func `names what has a choice of names as English does`() {
    func expect<Value: NamedTranslation>(_ type: Value.Type) {
      for value in Value.allCases {
        let name = value.name.map { $0 == "_" ? " " : String($0) }.joined()
        #expect([name, name.replacing(" ", with: "-")].contains(Language.english.name(of: value)))
      }
    }
    expect(SparkCategory.self)
    expect(SparkIntensity.self)
    expect(CardRarity.self)
    expect(HabitDayStatus.self)
    expect(Window.self)
    #expect(Mood.ratings.map { Language.english.name(of: $0) } == Mood.ratings.map(\.name))
    #expect(
      MissionView.Status.allCases.map { Language.spanish.name(of: $0) } == [
        "disponible", "en curso", "completada", "caducada",
      ])
    #expect(Language.italian.name(of: MissionPeriod.days(14)) == "14 giorni")
    #expect(Language.spanish.name(of: .month) == "mes")
  }

  /// Words that are the same in a language.
  private static let equal: Set<String> = ["Becher"]

  @Test func `translates every name of the bundled rulebooks`() {
    for language in [Language.spanish, .italian] {
      for rulebook in RulebookDefinition.bundled {
        let names =
          rulebook.missions.map { ($0.title, language.title(of: $0)) }
          + rulebook.cards.map { ($0.name, language.name(of: $0)) }
          + rulebook.cards.compactMap { card in
            card.text.map { ($0, language.sentence(of: card) ?? "") }
          }
          + rulebook.sets.map { ($0.title, language.title(of: $0)) }
          + rulebook.levels.map { ($0.title, language.title(of: $0)) }
          + rulebook.ladders.map { ($0.title, language.title(of: $0)) }
          + rulebook.ladders.flatMap(\.rungs).map { ($0.title, language.title(of: $0)) }
        for (english, translated) in names {
          #expect(english != translated || Self.equal.contains(english), "\(language): \(english)")
        }
        // Two cards have two names, in each language.
        #expect(Set(rulebook.cards.map(language.name(of:))).count == rulebook.cards.count)
        #expect(Set(rulebook.levels.map(language.title(of:))).count == rulebook.levels.count)
        let titles = rulebook.missions.map(language.title(of:))
        #expect(Set(titles).count == Set(rulebook.missions.map(\.title)).count)
      }
    }
  }

  @Test func `leaves the names of English and of a user's rulebook as they are`() {
    #expect(Language.english.missionTitle("First Steps") == "First Steps")
    #expect(Language.spanish.missionTitle("First Steps") == "Primeros pasos")
    #expect(Language.spanish.missionTitle("My First Steps") == "My First Steps")
    #expect(Language.italian.cardName("The Lucky Mistake") == "L'errore fortunato")
    #expect(Language.italian.levelTitle("Mythical Flame") == "Fiamma mitica")
  }

  @Test(arguments: [
    ("8 apr 2026", "l'8 apr 2026"), ("11 apr 2026", "l'11 apr 2026"),
    ("1 apr 2026", "il 1 apr 2026"),
    ("18 apr 2026", "il 18 apr 2026"), ("28 apr 2026", "il 28 apr 2026"),
  ])
  func `elides Italian articles before numbers that begin with a vowel`(
    day: String, elided: String
  ) {
    #expect(
      Language.italian.text(.storyHabitEnd, "Yoga", day, "40 giorni")
        == "L'abitudine Yoga è finita \(elided), dopo 40 giorni.")
    #expect(
      Language.spanish.text(.storyHabitEnd, "Yoga", day, "40 días")
        == "Yoga terminó el \(day), después de 40 días.")
  }

  @Test(arguments: [
    (83, 11, 8, "dall'83\u{A0}%", "all'11\u{A0}%"), (8, 1, 11, "dall'8\u{A0}%", "all'1\u{A0}%"),
  ])
  func `joins Italian prepositions with the articles of such numbers`(
    first: Int64, second: Int64, days: Int, from: String, to: String
  ) {
    let italian = Language.italian
    #expect(
      italian.text(
        .storyHabitDown, "Yoga", italian.percent(first * 10_000), italian.percent(second * 10_000))
        == "L'abitudine Yoga è scesa \(from) nella prima metà \(to) nella seconda.")
    #expect(
      italian.text(.storyMoodUp, "0,5", italian.counted(days, .days), "2,6", "2,1")
        == "L'umore è stato di 0,5 più alto che negli \(days) giorni precedenti: 2,6 dopo 2,1.")
    #expect(
      italian.text(.otherDays, "11 gen 2026", "8 feb 2026").hasPrefix(
        "Il profilo ha giorni dall'11 gen 2026 all'8 feb 2026: "))
    #expect(
      italian.text(.storyMoodUp, "0,5", italian.counted(1000, .days), "2,6", "2,1")
        == "L'umore è stato di 0,5 più alto che nei 1.000 giorni precedenti: 2,6 dopo 2,1.")
    #expect(
      italian.text(.storyMoodMonths, "agosto 2026", "3,00", "marzo 2026", "1,00")
        == "L'umore è stato più alto ad agosto 2026 (3,00 su 4) e più basso a marzo 2026 (1,00).")
  }
}

private protocol NamedTranslation: Translated, CaseIterable { var name: String { get } }
extension SparkCategory: NamedTranslation {
  static var allCases: [SparkCategory] { ignition }
}
extension SparkIntensity: NamedTranslation {
  static var allCases: [SparkIntensity] { ignition }
}
extension CardRarity: NamedTranslation {
  static var allCases: [CardRarity] { ignition }
}
extension HabitDayStatus: NamedTranslation {}
extension Window: NamedTranslation {}
