package import FlintCalendar

/// The mood of one civil day: rated, missing, or empty.
package struct MoodDayView: Equatable, Sendable {
  package var day: CivilDay
  /// The rating; `missing` for an unrated day that is filled in; `nil` for other unrated days.
  package var mood: Mood?
  /// The origin of the rating; `filledInMissing` for a day that is filled in.
  package var entryType: MoodEntryType?
  /// The id of the event whose rating applies, by which its note is found.
  package var id: EventID?
  package var at: Instant?
  package var ratings: Int
  /// The events whose ratings no longer apply, in the order of the fold.
  package var superseded: [EventID]

  package var isRated: Bool { id != nil }
  /// Whether the day has a rating to edit: a day that is filled in has no event.
  package var canEdit: Bool { isRated }
  /// Whether the day has a rating to remove: a day that is filled in has no event.
  package var canDelete: Bool { isRated }

  init(_ rating: MoodRating) {
    day = rating.day
    mood = rating.mood
    entryType = rating.entryType
    id = rating.id
    at = rating.at
    ratings = rating.count
    superseded = rating.superseded
  }

  init(unrated day: CivilDay, isMissing: Bool) {
    self.day = day
    mood = isMissing ? .missing : nil
    entryType = isMissing ? .filledInMissing : nil
    ratings = 0
    superseded = []
  }
}

/// The moods of a month as calendar weeks.
package struct MoodMonth: Equatable, Sendable {
  package var month: CivilMonth
  /// The first day of the weeks.
  package var weekStart: Weekday
  /// The weeks of seven days each: `nil` outside of the month and on excluded weekdays.
  package var weeks: [[MoodDayView?]]
}

extension MoodsState {
  /// - Parameter today: the day before which unrated days are filled in.
  package func day(_ day: CivilDay, today: CivilDay) -> MoodDayView {
    if let rating = rating(of: day) { return MoodDayView(rating) }
    return MoodDayView(unrated: day, isMissing: isFilled(day, today: today))
  }

  /// Returns the days of a half-open range that are rated or missing, earliest first.
  ///
  /// - Parameter today: the day before which unrated days are filled in.
  package func days(
    from: CivilDay, before: CivilDay, weekdays: Weekdays = .all, today: CivilDay
  ) -> [MoodDayView] {
    let filled = filledRange(from: from, before: before, today: today)
    var views: [MoodDayView] = []
    var next = filled.lowerBound
    func appendMissing(before day: Int32) {
      while next < min(day, filled.upperBound) {
        let unrated = CivilDay(number: next)
        if weekdays.contains(unrated) {
          views.append(MoodDayView(unrated: unrated, isMissing: true))
        }
        next += 1
      }
    }
    for rating in ratings.elements(from: from, before: before) {
      appendMissing(before: rating.day.number)
      if weekdays.contains(rating.day) { views.append(MoodDayView(rating)) }
      next = max(next, rating.day.number + 1)
    }
    appendMissing(before: before.number)
    return views
  }

  /// - Parameters:
  ///   - weekdays: the weekdays to return; the others are `nil`.
  ///   - today: the day before which unrated days are filled in.
  package func month(
    _ month: CivilMonth, weekdays: Weekdays = .all, weekStart: Weekday = .monday, today: CivilDay
  ) -> MoodMonth {
    var weeks: [[MoodDayView?]] = []
    var first = month.firstDay + -weekStart.column(of: Weekday(month.firstDay))
    while first < month.end {
      weeks.append(
        (0..<7).map { offset in
          let day = first + offset
          guard day >= month.firstDay, day < month.end, weekdays.contains(day) else { return nil }
          return self.day(day, today: today)
        })
      first = first + 7
    }
    return MoodMonth(month: month, weekStart: weekStart, weeks: weeks)
  }

  /// Returns whether an unrated day is shown as missing: from the first rating to yesterday.
  func isFilled(_ day: CivilDay, today: CivilDay) -> Bool {
    guard isFilling, let firstDay else { return false }
    return firstDay <= day && day < today
  }

  /// Returns the days of a range in which unrated ones are shown as missing, by day number.
  func filledRange(from: CivilDay, before: CivilDay, today: CivilDay) -> Range<Int32> {
    guard isFilling, let firstDay else { return before.number..<before.number }
    let start = max(from, firstDay).number
    return start..<max(start, min(before, today).number)
  }
}
