import FlintCalendar

/// A day from a text that is known to be valid.
func day(_ text: String) -> CivilDay {
  guard let day = CivilDay(text) else { preconditionFailure("no day: \(text)") }
  return day
}
