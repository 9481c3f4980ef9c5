package import FlintCalendar
package import FlintRules

extension DueView {
  /// Returns due items as an iCalendar text (RFC 5545): actionable items as to-dos, others as
  /// events. Equal items yield equal bytes.
  ///
  /// - Parameters:
  ///   - profile: the profile's id, which makes the items' ids globally unique.
  ///   - component: what actionable items are.
  package static func calendar(
    of dues: [DueView], now: Instant, profile: EventID, as component: DueComponent = .todos,
    tone: DueTone = .nice,
    in language: Language = .english
  ) -> String {
    var writer = CalendarWriter()
    writer.component("VCALENDAR") { writer in
      writer.write("VERSION", "2.0")
      writer.write("PRODID", "-//Flint//Flint//\(language.code.uppercased())")
      if dues.isEmpty { writer.writeZone() }
      for due in dues {
        due.write(
          to: &writer, now: now, profile: profile,
          isEvent: component == .events || due.isCalendarEvent,
          tone: tone, in: language)
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
    to writer: inout CalendarWriter, now: Instant, profile: EventID, isEvent: Bool, tone: DueTone,
    in language: Language
  ) {
    writer.component(isEvent ? "VEVENT" : "VTODO") { writer in
      writer.write("UID", text: "\(id)@\(profile).flint")
      writer.write("DTSTAMP", now.basicText)
      switch moment {
      case .at(let instant): writer.write(isEvent ? "DTSTART" : "DUE", instant.basicText)
      case .on(let day):
        if let recurrence = recurrence(from: day) {
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
      writer.write("CATEGORIES", texts: [kind.name] + tags)
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
          // An event has no end, and an alarm is related to the start where nothing else is said.
          writer.write(isEvent ? "TRIGGER" : "TRIGGER;RELATED=END", "PT0S")
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
