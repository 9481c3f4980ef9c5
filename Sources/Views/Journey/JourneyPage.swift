package import FlintCalendar
package import FlintRules
package import FlintSchema
package import Sessions

/// A journey as of a day, with its scores, landscape and next goals.
package struct JourneyPage: ResultRow {
  package let session: Session
  /// The journey.
  package let view: JourneyView
  /// The scores; `nil` without a journey.
  package let scores: JourneyScores?
  /// The landscape of the seven days up to the day.
  package let landscape: [LandscapePoint]
  /// The next goals; `nil` if the day is not today.
  package let goals: [NextGoal]?

  /// Creates the page of a day; of today if there is none.
  package init(_ session: Session, day: CivilDay?) throws(SessionError) {
    self.session = session
    let day = day ?? session.today
    let ladders = session.rulebook.definition.ladders
    let journey = try session.state(on: day).journey
    view = JourneyView(journey, ladders: ladders, on: day)
    scores = journey.scores(on: day)
    landscape = journey.landscape(endingOn: day, seed: session.profile.seed)
    goals = day == session.today ? journey.nextGoals(of: ladders, today: day) : nil
  }

  /// The fields: those of the journey, scores, landscape and goals.
  package static let schema = ResultSchema<JourneyPage>(
    "JourneyPage", "A journey as of a day, with its scores.",
    JourneyView.schema.fields.map { $0.within(\.row) } + [
      .optionalRow("scores", "The scores; null without a journey.", scoresAlone) { $0.scores },
      .rows("landscape", "The emotional landscape.", LandscapePoint.schema) { $0.landscape },
      .rows(
        "next_goals", "The next goals; null if the day is not today.", NextGoal.schema,
        isOptional: true
      ) { $0.goals },
    ])

  /// The scores. Their day and their number of days are those of the journey.
  private static let scoresAlone = ResultSchema<JourneyScores>(
    "Scores", "The scores of a journey, from 0 to 1.", JourneyScores.scores)

  private var row: SessionRow<JourneyView> { session.row(view) }
}
