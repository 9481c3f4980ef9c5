import Rules
import Sessions

/// Ratings of days that have one already: of several the latest counts, but no import replaces one that
/// was made by hand, unless it is told to.
extension DraftRecorder {
  /// What a draft says about a day that was rated by hand before the import, and that it would replace;
  /// `nil` when there is nothing against recording it.
  func ratingByHand(
    before draft: ActionDraft, _ action: Event.Action
  ) throws -> MoodContent? {
    guard !isUpdating, case .mood(.record(let rating)) = action,
      let standing = moodsBefore.rating(of: rating.day), standing.entryType != .imported,
      instant(draft.at) >= standing.at
    else { return nil }
    return try isKnown(draft, action) ? nil : rating
  }

  /// Whether the rating of a day that was made by hand says what a rating does: the same mood, and the
  /// same note unless that has none.
  func isSaid(_ rating: MoodContent) throws -> Bool {
    guard let standing = moodsBefore.rating(of: rating.day), standing.mood == rating.mood else {
      return false
    }
    return try rating.note == nil || rating.note == note(of: standing.id)
  }

  /// Whether a rating that is recorded has no effect: of several ratings of a day the latest counts,
  /// which was made by hand, and says something else. Which of two of one instant counts shows at the
  /// end.
  func isBeforeRatingByHand(_ draft: ActionDraft, _ rating: MoodContent) -> Bool {
    guard let standing = moodsBefore.rating(of: rating.day) else { return false }
    return standing.entryType != .imported && instant(draft.at) <= standing.at
      && standing.mood != rating.mood
  }

  /// Notes that a rating is about to be corrected: its id stays, and its note is known only now.
  func noteCorrection(
    of id: EventID, _ standing: Correction.Content, to content: Correction.Content
  ) throws {
    guard case .event(_, _, .mood(.record(let before))) = standing,
      case .event(_, _, .mood(.record(let after))) = content
    else { return }
    ratedDays.formUnion([before.day, after.day])
    if notesBefore[id] == nil { notesBefore[id] = .some(before.note) }
  }

  /// Whether the profile has what a draft says already.
  private func isKnown(_ draft: ActionDraft, _ action: Event.Action) throws -> Bool {
    if let key = draft.key { return try session.hasEvent(id: id(action.kind, key: key)) }
    let content = try Draft.action(draft).content(session, references)
    return try session.hasEvent(id: content.id(seed: session.profile.seed, key: .first))
  }

  /// The days whose rating is another one since the import.
  func replacedRatings() throws -> [ImportReport.Rating] {
    let known = ratedDays.filter { moodsBefore.rating(of: $0) != nil }
    if known.isEmpty { return [] }
    let moods = try session.folded().moods
    return try known.sorted().compactMap { day in
      guard let before = moodsBefore.rating(of: day), let after = moods.rating(of: day) else {
        return nil
      }
      let notes = (try notesBefore[before.id] ?? note(of: before.id), try note(of: after.id))
      if before.mood == after.mood && notes.0 == notes.1 { return nil }
      return ImportReport.Rating(
        day: day, before: before.mood, noteBefore: notes.0, after: after.mood, noteAfter: notes.1)
    }
  }

  /// The days whose rating by hand the import left.
  func leftRatings() throws -> [ImportReport.Rating] {
    if ratedByHand.isEmpty { return [] }
    let moods = try session.folded().moods
    return try ratedByHand.sorted { $0.key < $1.key }.compactMap { day, rating in
      guard let before = moodsBefore.rating(of: day), moods.rating(of: day)?.id == before.id else {
        return nil
      }
      return ImportReport.Rating(
        day: day, before: before.mood, noteBefore: try note(of: before.id), after: rating.mood,
        noteAfter: rating.note)
    }
  }

  private func note(of id: EventID) throws -> String? {
    guard case .mood(.record(let rating))? = try session.event(id: id)?.event.action else {
      return nil
    }
    return rating.note
  }
}
