import FlintCalendar
import TestSupport
import Testing

struct `Written dates at random` {
  @Test func `are themselves in ISO 8601, whatever the present`() throws {
    var numbers = SplitMix64(for: "ISO days")
    let zone = try CivilZone(name: "Asia/Kolkata")
    for _ in 0..<5000 {
      let day = CivilDay(number: .random(in: -719_162...2_932_896, using: &numbers))
      let now = Instant(milliseconds: .random(in: 0...4_000_000_000_000, using: &numbers))
      let context = DateContext(now: now, zone: zone)
      let text = day.description
      #expect(try DateExpression(text, as: .day).day(context) == day)
      #expect(try DateExpression(text, as: .range).days(context) == day..<day + 1)
      #expect(
        try DateExpression(text, as: .moment).moment(context) == Timestamp(text))
    }
  }

  @Test func `are at their distance from today`() throws {
    var numbers = SplitMix64(for: "distances")
    let zone = try CivilZone(name: "America/New_York")
    for _ in 0..<2000 {
      let now = Instant(milliseconds: .random(in: 0...4_000_000_000_000, using: &numbers))
      let context = DateContext(now: now, zone: zone)
      let count = Int.random(in: 0...9999, using: &numbers)
      let today = context.today
      #expect(try DateExpression("-\(count)d", as: .day).day(context) == today + -count)
      #expect(try DateExpression("\(count) days ago", as: .day).day(context) == today + -count)
      #expect(try DateExpression("in \(count) weeks", as: .day).day(context) == today + count * 7)
      #expect(
        try DateExpression("\(count) minutes ago", as: .moment).instant(context).milliseconds
          == now.milliseconds - Int64(count) * 60_000)
      for weekday in Weekday.allCases {
        let latest = try DateExpression(weekday.name, as: .day).day(context)
        #expect(Weekday(latest) == weekday && latest <= today && today - latest < 7)
        let next = try DateExpression(weekday.name, as: .day).day(context, direction: .next)
        #expect(Weekday(next) == weekday && next > today && next - today <= 7)
      }
    }
  }

  @Test func `are read or refused, and never trap`() throws {
    var numbers = SplitMix64(for: "words")
    let pieces = [
      "today", "last", "next", "mon", "week", "month", "year", "-", "+", "7", "2026", "11",
      "999999",
      "d", "w", "m", "y", "h", "min", "ago", "in", "a", ":", "..", ".", "/", "W", "am", "pm", " ",
      "é",
      "2026-11-24", "14:30", "9999-12-31", "0001-01-01", "..9999", "now", "T", "Z", "\u{0}",
    ]
    let zone = try CivilZone(name: "Pacific/Apia")
    var read = 0
    for _ in 0..<30_000 {
      let count = Int.random(in: 1...6, using: &numbers)
      let text = (0..<count).map { _ in pieces.randomElement(using: &numbers) ?? "" }
        .joined(separator: Bool.random(using: &numbers) ? " " : "")
      let year = Int64.random(in: -62_135_596_800_000...253_402_300_799_999, using: &numbers)
      let context = DateContext(now: Instant(milliseconds: year), zone: zone)
      for use in [DateUse.moment, .day, .bound, .range] {
        guard let date = try? DateExpression(text, as: use) else { continue }
        read += 1
        _ = try? date.moment(context)
        _ = try? date.instant(context)
        _ = try? date.day(context)
        if let days = try? date.days(context) { #expect(days.lowerBound < days.upperBound) }
      }
    }
    #expect(read > 1000)
  }
}
