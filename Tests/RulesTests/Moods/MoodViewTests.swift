import FlintCalendar
import FlintSchema
import Testing

@testable import FlintRules

struct `Views of moods` {
  static let today = day("2026-03-06")

  /// Rated: Sunday 1, Tuesday 3 and Friday 6 March 2026.
  static func played(filling: Bool) throws -> MoodsState {
    var moods = PlayedMoods()
    try moods.rate("2026-03-01", .good, type: .header)
    try moods.rate("2026-03-03", .bad)
    try moods.rate("2026-03-03", .great, type: .list)
    try moods.rate("2026-03-06", .average)
    if filling { moods.fill(true) }
    return moods.state
  }

  @Test func `show a rated day`() throws {
    for filling in [false, true] {
      let view = try Self.played(filling: filling).day(day("2026-03-03"), today: Self.today)
      #expect(view.mood == .great)
      #expect(view.entryType == .list)
      #expect(view.id == PlayedMoods.id(3))
      #expect(view.at == PlayedMoods.at(3))
      #expect(view.ratings == 2)
      #expect(view.superseded == [PlayedMoods.id(2)])
      #expect(view.canEdit)
      #expect(view.canDelete)
    }
  }

  @Test func `show an unrated day as missing only while filling is on`() throws {
    let missing = try Self.played(filling: true).day(day("2026-03-02"), today: Self.today)
    #expect(missing.mood == .missing)
    #expect(missing.entryType == .filledInMissing)
    #expect(missing.id == nil)
    #expect(missing.ratings == 0)
    #expect(!missing.canEdit)
    #expect(!missing.canDelete)
    let none = try Self.played(filling: false).day(day("2026-03-02"), today: Self.today)
    #expect(none.mood == nil)
    #expect(none.entryType == nil)
    #expect(!none.canEdit)
    #expect(!none.canDelete)
  }

  @Test func `fill in from the first rating to yesterday`() throws {
    let state = try Self.played(filling: true)
    let today = day("2026-03-09")
    let moods = (-1...9).map { state.day(day("2026-03-01") + $0, today: today).mood }
    #expect(
      moods == [
        nil, .good, .missing, .great, .missing, .missing, .average, .missing, .missing, nil, nil,
      ])
    #expect(MoodsState().day(today, today: today).mood == nil)
    var empty = PlayedMoods()
    empty.fill(true)
    #expect(empty.state.day(today + -1, today: today).mood == nil)
    #expect(empty.state.days(from: today + -9, before: today, today: today).isEmpty)
  }

  @Test func `do not fill in before the first rating when today is earlier`() throws {
    let state = try Self.played(filling: true)
    let today = day("2026-02-01")
    #expect(state.day(day("2026-02-27"), today: today).mood == nil)
    let days = state.days(from: day("2026-01-01"), before: day("2026-04-01"), today: today)
    #expect(days.map(\.mood) == [.good, .great, .average])
    let summary = state.summary(from: day("2026-01-01"), before: day("2026-04-01"), today: today)
    #expect(summary.missing == 0)
  }

  @Test func `list the days of a range`() throws {
    let today = day("2026-03-08")
    let filled = try Self.played(filling: true)
    let list = filled.days(from: day("2026-02-20"), before: day("2026-03-20"), today: today)
    #expect(
      list.map(\.day.description).map { $0.suffix(2) } == [
        "01", "02", "03", "04", "05", "06", "07",
      ])
    #expect(
      list.map(\.mood)
        == [.good, .missing, .great, .missing, .missing, .average, .missing])
    let rated = try Self.played(filling: false)
      .days(from: day("2026-02-20"), before: day("2026-03-20"), today: today)
    #expect(rated.map(\.mood) == [.good, .great, .average])
  }

  @Test func `list a range of one day, and none of an empty one`() throws {
    let state = try Self.played(filling: true)
    for offset in 0..<6 {
      let first = day("2026-03-01") + offset
      let list = state.days(from: first, before: first + 1, today: Self.today)
      #expect(list == [state.day(first, today: Self.today)])
      #expect(state.days(from: first, before: first, today: Self.today).isEmpty)
      #expect(state.days(from: first, before: first + -3, today: Self.today).isEmpty)
    }
  }

  @Test func `list only the requested weekdays`() throws {
    let state = try Self.played(filling: true)
    let weekdays = try Weekdays(names: ["Monday", "fri", "sat"])
    let list = state.days(
      from: day("2026-03-01"), before: day("2026-03-15"), weekdays: weekdays,
      today: day("2026-03-09"))
    #expect(list.map(\.day) == ["2026-03-02", "2026-03-06", "2026-03-07"].map(day))
    #expect(list.map(\.mood) == [.missing, .average, .missing])
    #expect(
      state.days(
        from: day("2026-03-01"), before: day("2026-03-15"), weekdays: [], today: Self.today
      ).isEmpty)
  }

  @Test func `show a month in weeks from Monday to Sunday`() throws {
    // March 2026 begins on a Sunday and ends on a Tuesday: six weeks.
    let month = try #require(CivilMonth(year: 2026, month: 3))
    let grid = try Self.played(filling: true).month(month, today: Self.today)
    #expect(grid.weeks.count == 6)
    #expect(grid.weeks.allSatisfy { $0.count == 7 })
    #expect(grid.weeks[0].map { $0?.mood } == [nil, nil, nil, nil, nil, nil, .good])
    #expect(
      grid.weeks[1].map { $0?.mood }
        == [.missing, .great, .missing, .missing, .average, .some(nil), .some(nil)])
    #expect(grid.weeks[5].map { $0 != nil } == [true, true, false, false, false, false, false])
    #expect(grid.weeks.joined().compactMap { $0?.day } == (0..<31).map { day("2026-03-01") + $0 })
  }

  @Test func `show months of four to six weeks`() throws {
    // February 2027 begins on a Monday and has four weeks exactly.
    for (year, number, weeks) in [(2027, 2, 4), (2026, 2, 5), (2026, 8, 6), (2024, 2, 5)] {
      let month = try #require(CivilMonth(year: year, month: number))
      #expect(MoodsState().month(month, today: Self.today).weeks.count == weeks)
    }
  }

  @Test func `exclude other weekdays from a month`() throws {
    let month = try #require(CivilMonth(year: 2026, month: 3))
    let grid = try Self.played(filling: true).month(
      month, weekdays: [Weekdays(.tuesday), Weekdays(.sunday)], today: Self.today)
    #expect(grid.weeks.count == 6)
    #expect(
      grid.weeks.joined().compactMap { $0?.day }
        == [1, 3, 8, 10, 15, 17, 22, 24, 29, 31].map { day("2026-02-28") + $0 })
  }
}
