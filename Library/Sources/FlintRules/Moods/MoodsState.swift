package import FlintCalendar

/// The rating of a civil day that applies, the last in the fold, and those that it superseded.
package struct MoodRating: Dated, Equatable, Sendable {
  package let day: CivilDay
  package internal(set) var mood: Mood
  package internal(set) var entryType: MoodEntryType
  /// The id of the event, by which its note is found.
  package internal(set) var id: EventID
  package internal(set) var at: Instant
  /// The events of earlier ratings of the day, in the order of the fold.
  package internal(set) var superseded: [EventID] = []

  package var count: Int { superseded.count + 1 }
}

/// The state derived from a profile's events about moods. Notes are not part of it.
package struct MoodsState: Equatable, Sendable {
  /// The ratings of the rated days, earliest first.
  package private(set) var ratings: [MoodRating] = []
  /// Whether unrated days are shown as missing.
  package private(set) var isFilling = false

  package init() {}

  package var firstDay: CivilDay? { ratings.first?.day }
  package var lastDay: CivilDay? { ratings.last?.day }

  /// Returns the rating of a day that applies; `nil` when the day has none.
  package func rating(of day: CivilDay) -> MoodRating? { ratings.first(on: day) }

  /// Returns the mood of a day; `nil` when it was not rated.
  package func mood(on day: CivilDay) -> Mood? { rating(of: day)?.mood }

  /// Returns the ratings of the rated days of a half-open range, earliest first.
  package func ratings(from: CivilDay, before: CivilDay) -> ArraySlice<MoodRating> {
    ratings.elements(from: from, before: before)
  }

  /// Applies an event. Of several ratings of a day the last one applies.
  ///
  /// - Parameter latest: the latest day that can be rated: the date that clocks showed, rather than
  ///   the civil day, so that ratings that a file dates at 00:00 of their day keep their effect when
  ///   the profile's day start becomes later.
  mutating func apply(
    _ action: MoodAction, id: EventID, at: Instant, latest: CivilDay
  ) -> SubjectEffect {
    switch action {
    case .fill(let isOn):
      isFilling = isOn
      return SubjectEffect()
    case .record(let content):
      guard content.day <= latest else { return .void(.laterDay) }
      let before = ratings.count
      let position = ratings.position(
        of: content.day,
        orInserting: MoodRating(
          day: content.day, mood: content.mood, entryType: content.entryType, id: id, at: at))
      if ratings.count > before { return SubjectEffect(moods: 1) }
      ratings[position].superseded.append(ratings[position].id)
      ratings[position].mood = content.mood
      ratings[position].entryType = content.entryType
      ratings[position].id = id
      ratings[position].at = at
      return SubjectEffect()
    }
  }

  func encode(to writer: inout StateWriter) {
    writer.write(isFilling)
    writer.write(list: ratings) { writer, rating in
      writer.write(rating.day)
      writer.write(rating.mood.rawValue)
      writer.write(rating.entryType.rawValue)
      writer.write(rating.id)
      writer.write(rating.at)
      writer.write(list: rating.superseded) { $0.write($1) }
    }
  }

  init(from reader: inout StateReader) {
    isFilling = reader.flag()
    ratings = reader.list { reader in
      let day = reader.day()
      let mood = Mood(rating: reader.word())
      let entryType = MoodEntryType(rawValue: reader.integer())
      if mood == nil || entryType == nil { reader.fail() }
      return MoodRating(
        day: day, mood: mood ?? .average, entryType: entryType ?? .script, id: reader.id(),
        at: reader.instant(), superseded: reader.list { $0.id() })
    }
    if !ratings.areInOrder { reader.fail() }
  }
}
