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

  /// The mood of a rating that is recorded, but has no effect: of several ratings of a day the latest
  /// counts, which was made by hand, and says something else. `nil` when there is no such rating.
  func laterRatingByHand(than draft: ActionDraft, _ rating: MoodContent) -> Mood? {
    guard let standing = moodsBefore.rating(of: rating.day), standing.entryType != .imported,
      instant(draft.at) < standing.at, standing.mood != rating.mood
    else { return nil }
    return rating.mood
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
      guard let before = moodsBefore.rating(of: day), let after = moods.rating(of: day),
        before.id != after.id
      else { return nil }
      if try before.mood == after.mood && note(of: before.id) == note(of: after.id) { return nil }
      return ImportReport.Rating(day: day, before: before.mood, after: after.mood)
    }
  }

  /// The days whose rating by hand the import left.
  var leftRatings: [ImportReport.Rating] {
    ratedByHand.sorted { $0.key < $1.key }.compactMap { day, mood in
      moodsBefore.rating(of: day).map { .init(day: day, before: $0.mood, after: mood) }
    }
  }

  private func note(of id: EventID) throws -> String? {
    guard case .mood(.record(let rating))? = try session.event(id: id)?.event.action else {
      return nil
    }
    return rating.note
  }
}
