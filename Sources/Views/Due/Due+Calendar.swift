package import Calendar
package import Rules

extension Due {
  /// Returns due items as an iCalendar text (RFC 5545): actionable items as to-dos, others as
  /// events. Equal items yield equal bytes.
  ///
  /// - Parameter profile: the profile's id, which makes the items' ids globally unique.
  package static func calendar(
    of dues: [Due], now: Instant, profile: EventID, tone: DueTone = .nice,
    in language: Language = .english
  ) -> String {
    var writer = CalendarWriter()
    writer.component("VCALENDAR") { writer in
      writer.write("VERSION", "2.0")
      writer.write("PRODID", "-//Flint//Flint//\(language.code.uppercased())")
      if dues.isEmpty { writer.writeZone() }
      for due in dues {
        due.write(to: &writer, now: now, profile: profile, tone: tone, in: language)
      }
    }
    return writer.text
  }

  /// Whether the item happens without any action.
  private var isCalendarEvent: Bool {
    switch topic {
    case .rung, .report: true
    default: false
    }
  }

  private func write(
    to writer: inout CalendarWriter, now: Instant, profile: EventID, tone: DueTone,
    in language: Language
  ) {
    let isEvent = isCalendarEvent
    writer.component(isEvent ? "VEVENT" : "VTODO") { writer in
      writer.write("UID", text: "\(id)@\(profile).flint")
      writer.write("DTSTAMP", now.basicText)
      switch moment {
      case .at(let instant): writer.write(isEvent ? "DTSTART" : "DUE", instant.basicText)
      case .on(let day):
        if case .habit(let note) = topic, let recurrence = note.recurrence {
          // What recurs has a start, and a duration in place of the date on which it is due.
          writer.write("DTSTART;VALUE=DATE", day.basicText)
          writer.write("DURATION", "P1D")
          writer.write("RRULE", recurrence)
        } else {
          writer.write(isEvent ? "DTSTART;VALUE=DATE" : "DUE;VALUE=DATE", day.basicText)
        }
      }
      let title = title(in: language)
      writer.write("SUMMARY", text: title)
      writer.write("DESCRIPTION", text: detail(tone, in: language))
      writer.write("CATEGORIES", text: kind.name)
      writer.write("PRIORITY", ["1", "5", "9"][Int(urgency.rawValue)])
      // An event of a whole day is marked as free time, a to-do as open.
      if isEvent {
        writer.write("TRANSP", "TRANSPARENT")
      } else {
        writer.write("STATUS", "NEEDS-ACTION")
      }
      if case .reminder = topic {
        writer.component("VALARM") { writer in
          writer.write("ACTION", "DISPLAY")
          writer.write("DESCRIPTION", text: title)
          writer.write("TRIGGER;RELATED=END", "PT0S")
        }
      }
    }
  }
}

extension CalendarWriter {
  /// Writes the time zone UTC: a calendar must have a component (section 3.6), and one without due
  /// items has no other.
  fileprivate mutating func writeZone() {
    component("VTIMEZONE") { writer in
      writer.write("TZID", "UTC")
      writer.component("STANDARD") { writer in
        writer.write("DTSTART", "19700101T000000")
        writer.write("TZOFFSETFROM", "+0000")
        writer.write("TZOFFSETTO", "+0000")
      }
    }
  }
}

extension CivilDay {
  /// The day as `YYYYMMDD`.
  fileprivate var basicText: String { description.filter { $0 != "-" } }
}

extension Instant {
  /// The instant in UTC as `YYYYMMDDTHHMMSSZ`, truncated to seconds.
  fileprivate var basicText: String {
    let time = CivilTime(self, offset: .zero)
    let components = [time.hour, time.minute, time.second].map { $0 < 10 ? "0\($0)" : String($0) }
    return "\(time.day.basicText)T\(components.joined())Z"
  }
}

/// A writer of iCalendar text (RFC 5545): content lines, folded at 75 octets, each terminated by CR
/// LF.
struct CalendarWriter {
  private(set) var text = ""

  /// The maximum number of octets in a line, excluding its line ending (section 3.1).
  private static let maximumOctets = 75

  /// Writes a line with a name, including its parameters, and an unescaped value.
  mutating func write(_ name: String, _ value: String) {
    var width = 0
    for scalar in "\(name):\(value)".unicodeScalars {
      // A scalar's octets stay together; the space that begins a continuation line counts.
      let octets = UTF8.width(scalar)
      if width + octets > CalendarWriter.maximumOctets {
        text += "\r\n "
        width = 1
      }
      text.unicodeScalars.append(scalar)
      width += octets
    }
    text += "\r\n"
  }

  /// Writes a line with a name and a text value, which is escaped (section 3.3.11).
  mutating func write(_ name: String, text value: String) {
    var escaped = ""
    var isAfterReturn = false
    for scalar in value.unicodeScalars {
      defer { isAfterReturn = scalar == "\r" }
      switch scalar {
      case "\\", ";", ",":
        escaped += "\\"
        escaped.unicodeScalars.append(scalar)
      case "\n": if !isAfterReturn { escaped += "\\n" }
      case "\r": escaped += "\\n"
      case "\t": escaped += "\t"
      // Many programs end a line at these as well.
      case "\u{85}", "\u{2028}", "\u{2029}": escaped += "\\n"
      // Other control characters are not allowed in a text.
      case "\u{0}"..."\u{1f}", "\u{7f}"..."\u{9f}": escaped += " "
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    write(name, escaped)
  }

  /// Writes a component: its BEGIN and END lines and the body between them.
  mutating func component(_ name: String, _ body: (inout CalendarWriter) -> Void) {
    write("BEGIN", name)
    body(&self)
    write("END", name)
  }
}
