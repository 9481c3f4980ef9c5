import Lua
import FlintRules
import FlintSchema
import Sessions

/// `habit`: trackers with a schedule and a goal.
struct HabitModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "habit",
      "Habits: trackers with a schedule (how often) and a goal (what makes a day done).",
      denial: "the habit module is read-only; create habits with habit.add{…}",
      functions: [
        add, get,
      ] + each + [update, stop, done, notDone, skip, pause, resume, days, periods])
  }

  static let reference = HostParameter(
    "habit", .string, "The name (case-insensitive) or the id of the habit's tracker.")

  struct Named {
    let session: Session
    let tracker: Tracker
    let history: HabitHistory

    /// Returns the plan that applies on the day of the argument `at`, else the current one, else the
    /// last one.
    func plan(_ call: borrowing HostCall) throws(HostFailure) -> HabitPlan? {
      history.plan(on: try call.eventDay("at", session))
    }

    /// Returns the plan that a change on the day of the argument `at` starts from.
    func changedPlan(_ call: borrowing HostCall) throws(HostFailure) -> HabitPlan? {
      history.plan(changedOn: try call.eventDay("at", session))
    }
  }

  /// Returns the habit that the first argument names; if there is none, or it never was a habit,
  /// answers the call with an error value.
  func habit(_ call: borrowing HostCall) throws(HostFailure) -> Named? {
    try habit(call, named: try call.string("habit"))
  }

  /// Returns the habit of a name or an id, as `habit(_:)` does.
  func habit(_ call: borrowing HostCall, named wanted: String) throws(HostFailure) -> Named? {
    let session = try context.session()
    let trackers = try HostFailure.converting(session.definitions().trackers)
    guard let tracker = trackers.tracker(reference: wanted) else {
      let names = trackers.trackers.filter { $0.habit != nil }.map(\.content.name)
      call.refuse(
        "not_found",
        "there is no habit \"\(wanted)\"\(Suggestion.hint(for: wanted, among: names))")
      return nil
    }
    guard let history = tracker.habit else {
      call.refuse(
        "not_habit",
        "\"\(tracker.content.name)\" is a tracker without a schedule; habit.add gives it one")
      return nil
    }
    return Named(session: session, tracker: tracker, history: history)
  }

  /// Returns a function that records an action about the habit that its first argument names, and
  /// returns the outcome.
  ///
  /// - Parameters:
  ///   - parameter: the parameter between the habit and the options, if any.
  ///   - refusal: the reason for which the function returns an error value.
  func recorder(
    _ name: String, _ summary: String, _ parameter: HostParameter? = nil, options: HostParameter,
    refusal: String = "there is no such habit", example: String,
    _ action:
      @escaping (borrowing HostCall, Named) throws(HostFailure) -> ProfileEvent.Action?
  ) -> HostFunction {
    HostFunction(
      name, summary,
      parameters: [Self.reference] + (parameter.map { [$0] } ?? []) + [options],
      returns: .outcome("The outcome; nil and an error if \(refusal)."), example: example
    ) { [self] call throws(HostFailure) in
      guard let habit = try habit(call), let action = try action(call, habit) else { return }
      try context.record(action, call)
    }
  }
}
