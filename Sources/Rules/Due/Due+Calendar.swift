extension Due {
  /// Things that want attention as a calendar (RFC 5545): what is to be done as to-dos, what comes
  /// by itself as events. Equal things make equal bytes.
  ///
  /// - Parameters:
  ///   - dues: the things.
  ///   - now: when the calendar is made.
  ///   - profile: the profile's id: with it, ids are unique all over the world.
  ///   - tone: how to speak.
  public static func calendar(
    of dues: [Due], now: Instant, profile: EventID, tone: DueTone = .nice
  ) -> String {
    var writer = CalendarWriter()
    writer.component("VCALENDAR") { writer in
      writer.write("VERSION", "2.0")
      writer.write("PRODID", "-//Flint//Flint//EN")
      if dues.isEmpty { writer.writeZone() }
      for due in dues { due.write(to: &writer, now: now, profile: profile, tone: tone) }
    }
    return writer.text
  }

  /// Whether it comes by itself, rather than wanting something done.
  private var isHappening: Bool {
    switch matter {
    case .rung, .report: true
    default: false
    }
  }

  private func write(
    to writer: inout CalendarWriter, now: Instant, profile: EventID, tone: DueTone
  ) {
    let isEvent = isHappening
    writer.component(isEvent ? "VEVENT" : "VTODO") { writer in
      writer.write("UID", text: "\(id)@\(profile).flint")
      writer.write("DTSTAMP", now.basicText)
      switch moment {
      case .at(let instant): writer.write(isEvent ? "DTSTART" : "DUE", instant.basicText)
      case .on(let day):
        writer.write(isEvent ? "DTSTART;VALUE=DATE" : "DUE;VALUE=DATE", day.basicText)
      }
      writer.write("SUMMARY", text: title)
      writer.write("DESCRIPTION", text: detail(tone))
      writer.write("CATEGORIES", text: kind.name)
      writer.write("PRIORITY", ["1", "5", "9"][Int(urgency.rawValue)])
      // An event of a day that keeps nobody busy, or a to-do that is open.
      if isEvent {
        writer.write("TRANSP", "TRANSPARENT")
      } else {
        writer.write("STATUS", "NEEDS-ACTION")
      }
      if case .reminder = matter {
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
  /// Writes the zone UTC: a calendar must have a component (section 3.6), and one in which nothing
  /// is due has no other.
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
  /// `YYYYMMDD`.
  fileprivate var basicText: String { description.filter { $0 != "-" } }
}

extension Instant {
  /// `YYYYMMDDTHHMMSSZ`; milliseconds are dropped.
  fileprivate var basicText: String {
    let time = CivilTime(self, offset: .zero)
    let parts = [time.hour, time.minute, time.second].map { $0 < 10 ? "0\($0)" : String($0) }
    return "\(time.day.basicText)T\(parts.joined())Z"
  }
}
