import FlintCalendar
import FlintRules
import Sessions

/// The ratings of days before and during an import.
struct ImportedRatings {
  var before = MoodsState()
  var seen: Set<EventID> = []
  var days: Set<CivilDay> = []
  /// The ratings of the import for days whose manual rating it did not replace.
  var byHand: [CivilDay: MoodContent] = [:]
  /// The notes of ratings before the import corrected them.
  var notes: [EventID: String?] = [:]
}

/// Ratings of days that are rated already. The latest rating of a day counts, but an import does
/// not replace a rating made by hand unless that is enabled.
extension ImportRecorder {
  /// Returns the imported rating that would replace one made by hand before the import; `nil` if
  /// the action can be recorded.
  func ratingByHand(
    before imported: ImportedAction, _ action: ProfileEvent.Action
  ) throws -> MoodContent? {
    guard !isUpdating, case .mood(.record(let rating)) = action,
      let stored = ratings.before.rating(of: rating.day), stored.entryType != .imported,
      instant(imported.at) >= stored.at
    else { return nil }
    return try isKnown(imported, action) ? nil : rating
  }

  /// Whether a rating is equal to the one of its day made by hand: the same mood and, if the rating
  /// has a note, the same note.
  func matchesRatingByHand(_ rating: MoodContent) throws -> Bool {
    guard let stored = ratings.before.rating(of: rating.day), stored.mood == rating.mood else {
      return false
    }
    return try rating.note == nil || rating.note == note(of: stored.id)
  }

  /// Whether a recorded rating has no effect because a later one, made by hand, has another mood.
  /// Which of two ratings at one instant counts is determined at the end.
  func isBeforeRatingByHand(_ imported: ImportedAction, _ rating: MoodContent) -> Bool {
    guard let stored = ratings.before.rating(of: rating.day) else { return false }
    return stored.entryType != .imported && instant(imported.at) <= stored.at
      && stored.mood != rating.mood
  }

  /// Returns the rating that one without a key corrects: the rating of the same day at the same
  /// instant, if there is exactly one that this import has not matched yet.
  func rating(correctedBy imported: ImportedAction, _ action: ProfileEvent.Action) throws
    -> EventID?
  {
    guard isUpdating, imported.key == nil, case .mood(.record(let rating)) = action else {
      return nil
    }
    let content = try ImportedEvent.action(imported).content(session, references)
    let plain = content.id(seed: session.profile.seed, key: .first)
    guard try session.reader.event(id: plain) == nil else { return nil }
    let at = instant(imported.at)
    var query = EventQuery(kinds: [.mood])
    query.since = at
    query.before = Instant(milliseconds: at.milliseconds + 1)
    let same = try session.reader.events(query).filter { stored in
      guard case .mood(.record(let other)) = stored.event.action else { return false }
      return other.day == rating.day && stored.key == nil && !ratings.seen.contains(stored.event.id)
    }
    return same.count == 1 ? same[0].event.id : nil
  }

  /// Stores the note of a rating that is about to be corrected. The rating keeps its id, so the old
  /// note is not available later.
  func noteCorrection(
    of id: EventID, _ stored: Correction.Content, to content: Correction.Content
  ) throws {
    guard case .event(_, _, .mood(.record(let before))) = stored,
      case .event(_, _, .mood(.record(let after))) = content
    else { return }
    ratings.days.formUnion([before.day, after.day])
    if ratings.notes[id] == nil { ratings.notes[id] = .some(before.note) }
  }

  /// Whether the profile contains the event of an action already.
  private func isKnown(_ imported: ImportedAction, _ action: ProfileEvent.Action) throws -> Bool {
    if let key = imported.key {
      return try session.reader.hasEvent(id: session.id(ofKind: action.kind, key: key))
    }
    let content = try ImportedEvent.action(imported).content(session, references)
    return try session.reader.hasEvent(id: content.id(seed: session.profile.seed, key: .first))
  }

  /// Returns the days whose rating the import changed.
  func replacedRatings() throws -> [ImportReport.Rating] {
    let known = ratings.days.filter { ratings.before.rating(of: $0) != nil }
    if known.isEmpty { return [] }
    let moods = try session.folded().moods
    return try known.sorted().compactMap { day in
      guard let before = ratings.before.rating(of: day), let after = moods.rating(of: day) else {
        return nil
      }
      let notes = (try ratings.notes[before.id] ?? note(of: before.id), try note(of: after.id))
      if before.mood == after.mood && notes.0 == notes.1 { return nil }
      return ImportReport.Rating(
        day: day, before: before.mood, noteBefore: notes.0, after: after.mood, noteAfter: notes.1)
    }
  }

  /// Returns the days whose rating by hand the import did not replace.
  func leftRatings() throws -> [ImportReport.Rating] {
    if ratings.byHand.isEmpty { return [] }
    let moods = try session.folded().moods
    return try ratings.byHand.sorted { $0.key < $1.key }.compactMap { day, rating in
      guard let before = ratings.before.rating(of: day), moods.rating(of: day)?.id == before.id
      else {
        return nil
      }
      return ImportReport.Rating(
        day: day, before: before.mood, noteBefore: try note(of: before.id), after: rating.mood,
        noteAfter: rating.note)
    }
  }

  private func note(of id: EventID) throws -> String? {
    guard case .mood(.record(let rating))? = try session.reader.event(id: id)?.event.action else {
      return nil
    }
    return rating.note
  }
}
