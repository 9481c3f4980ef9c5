import FlintRules
import Testing
import Views

struct `The calendar` {
  private static let profile = EventID(high: 1, low: 2)
  private static let owner = "00000000000000010000000000000002"

  /// The lines, unfolded, each checked on the way for its end and its length (RFC 5545, 3.1).
  private static func lines(_ text: String) -> [String] {
    #expect(text.hasSuffix("\r\n"))
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    var unfolded: [String] = []
    for line in lines.dropLast() {
      #expect(line.last == "\r")
      let line = String(String.UnicodeScalarView(line.dropLast()))
      #expect(line.utf8.count <= 75)
      #expect(!line.unicodeScalars.contains("\r"))
      if line.unicodeScalars.first == " " {
        unfolded[unfolded.count - 1].unicodeScalars.append(
          contentsOf: line.unicodeScalars.dropFirst())
      } else {
        unfolded.append(line)
      }
    }
    return unfolded
  }

  private static func calendar(_ dues: [DueView], _ tone: DueTone = .nice) throws -> String {
    DueView.calendar(
      of: dues, now: try DueStory.instant("2026-03-03T10:00"), profile: profile, tone: tone)
  }

  @Test func `has a to-do for an actionable item`() throws {
    var story = try DueStory()
    let id = try story.task("Pay, the rent; \"now\" \\ never", due: "2026-03-03", priority: .p0)
    let dues = try story.dues("2026-03-03T10:00", .task)
    #expect(
      Self.lines(try Self.calendar(dues)) == [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Flint//Flint//EN", "BEGIN:VTODO",
        "UID:task-\(id)@\(Self.owner).flint", "DTSTAMP:20260303T090000Z",
        "DUE;VALUE=DATE:20260303", "SUMMARY:Pay\\, the rent\\; \"now\" \\\\ never",
        "DESCRIPTION:" + dues[0].detail().split(separator: ",").joined(separator: "\\,"),
        "CATEGORIES:task", "PRIORITY:1", "STATUS:NEEDS-ACTION", "END:VTODO", "END:VCALENDAR",
      ])
  }

  @Test func `has an alarm for a reminder`() throws {
    var story = try DueStory()
    try story.task("Call", reminder: "2026-03-03T12:34")
    let lines = Self.lines(try Self.calendar(try story.dues("2026-03-03T10:00", .reminder)))
    #expect(lines.contains("DUE:20260303T113400Z"))
    #expect(
      Array(lines.suffix(7)) == [
        "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Call", "TRIGGER;RELATED=END:PT0S",
        "END:VALARM", "END:VTODO", "END:VCALENDAR",
      ])
  }

  @Test func `has an all-day event for an item without action`() throws {
    var story = try DueStory()
    try story.apply(.journey(.start(day: day("2026-03-01"))), "2026-03-01T09:00")
    let lines = Self.lines(try Self.calendar(try story.dues("2026-03-02T10:00", .rung)))
    #expect(lines.contains("BEGIN:VEVENT"))
    #expect(lines.contains("DTSTART;VALUE=DATE:20260304"))
    #expect(lines.contains("TRANSP:TRANSPARENT"))
    #expect(lines.contains("PRIORITY:9"))
    #expect(!lines.contains { $0.hasPrefix("DUE") || $0.hasPrefix("STATUS") })
  }

  @Test func `without items is valid`() throws {
    #expect(
      Self.lines(try Self.calendar([])) == [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Flint//Flint//EN", "BEGIN:VTIMEZONE",
        "TZID:UTC", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0000",
        "TZOFFSETTO:+0000", "END:STANDARD", "END:VTIMEZONE", "END:VCALENDAR",
      ])
  }

  @Test(arguments: [
    String(repeating: "a", count: 190), String(repeating: "é", count: 190),
    String(repeating: "🔥", count: 100), String(repeating: "e\u{301}", count: 66),
    String(repeating: ",;\\", count: 60), "one\ntwo\r\nthree\rfour\tfive\u{1}six\u{7f}",
    "one\u{85}BEGIN:VEVENT\u{2028}two\u{2029}three\u{9b}31m",
    String(repeating: "👩‍👩‍👧‍👦", count: 20),
  ])
  func `folds and escapes any name so that parsing restores it`(name: String) throws {
    var story = try DueStory()
    for padding in 0..<8 {
      try story.task("x" + String(repeating: "y", count: padding) + name, due: "2026-03-03")
    }
    let dues = try story.dues("2026-03-03T10:00", .task)
    let found = Self.lines(try Self.calendar(dues)).compactMap { line in
      line.hasPrefix("SUMMARY:") ? Self.unescaped(String(line.dropFirst(8))) : nil
    }
    #expect(found.count == 8)
    // Characters without a form in RFC 5545 are replaced by the nearest ones that have one.
    let expected = dues.map {
      Self.scalars($0.title).replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        .replacing("\u{1}", with: " ").replacing("\u{7f}", with: " ")
        .replacing("\u{9b}", with: " ").replacing("\u{85}", with: "\n")
        .replacing("\u{2028}", with: "\n").replacing("\u{2029}", with: "\n")
    }
    #expect(found.map(Self.scalars) == expected)
  }

  /// A text in which single scalars are replaced, not characters.
  private static func scalars(_ text: String) -> [Unicode.Scalar] { Array(text.unicodeScalars) }

  private static func unescaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        #expect(",;\\n".unicodeScalars.contains(scalar))
        result.append(scalar == "n" ? "\n" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        #expect(scalar != "," && scalar != ";")
        result.append(scalar)
      }
    }
    return String(result)
  }

  @Test func `has equal bytes each time`() throws {
    var story = try DueStory()
    story.profile = try LivedProfile.random(seed: 3)
    let dues = try story.dues("2026-05-31T10:00", within: .days(31))
    #expect(!dues.isEmpty)
    #expect(try Self.calendar(dues) == Self.calendar(dues))
    let ids = Self.lines(try Self.calendar(dues)).filter { $0.hasPrefix("UID:") }
    #expect(Set(ids).count == dues.count)
  }
}

extension [Unicode.Scalar] {
  fileprivate func replacing(_ pattern: String, with other: String) -> [Unicode.Scalar] {
    self.split(separator: Array(pattern.unicodeScalars), omittingEmptySubsequences: false)
      .joined(separator: Array(other.unicodeScalars)).map(\.self)
  }
}
