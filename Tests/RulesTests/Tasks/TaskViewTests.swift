import FlintCalendar
import FlintSchema
import Testing

@testable import FlintRules

struct `Views of tasks` {
  /// A day's tasks, with the views that each is in on the 10th (today), on the 9th and on the 11th.
  static let cases: [(TaskAction, completedOn: Int32?, [[TaskView]])] = {
    func task(
      _ name: String, _ type: TaskType, _ project: String?, due: Int32?
    ) throws -> TaskAction {
      .taskAdd(
        try TaskContent(
          name: name, type: type, project: project, due: due.map(PlayedTasks.march)))
    }
    do {
      return [
        (
          try task("due today", .morning, "P", due: 10), nil,
          [[.morning], [.upcoming], [.overdue]]
        ),
        (
          try task("overdue", .morning, "P", due: 8), nil,
          [[.morning, .overdue], [.overdue], [.overdue]]
        ),
        (
          try task("overdue in the evening", .evening, nil, due: 9), nil,
          [[.evening, .inbox, .overdue], [.evening, .inbox], [.inbox, .overdue]]
        ),
        (
          try task("done, without a due day", .morning, "P", due: nil), 10,
          [[.morning, .completed], [], []]
        ),
        (
          try task("done late", .evening, "P", due: 9), 10,
          [[.evening, .completed], [.evening], []]
        ),
        (
          try task("done early", .morning, "P", due: 11), 9,
          [[], [.morning, .completed], [.morning]]
        ),
        (
          try task("some day", .upcoming, "P", due: nil), nil,
          [[.upcoming, .inbox], [.upcoming, .inbox], [.upcoming, .inbox]]
        ),
        (
          try task("upcoming and overdue", .upcoming, "P", due: 9), nil,
          [[.upcoming, .overdue], [.upcoming], [.upcoming, .overdue]]
        ),
        (
          try task("upcoming and done", .upcoming, nil, due: 10), 10,
          [[.completed], [], []]
        ),
        (
          try task("of type inbox", .inbox, "P", due: 11), nil,
          [[.upcoming, .inbox], [.upcoming, .inbox], [.inbox]]
        ),
        (
          try task("in no view at all", .morning, "P", due: 1), 2,
          [[], [], []]
        ),
      ]
    } catch {
      Issue.record(error)
      return []
    }
  }()

  @Test(arguments: zip([10, 9, 11] as [Int32], [0, 1, 2]))
  func `each view shows the tasks of a day`(_ day: Int32, _ column: Int) throws {
    var played = PlayedTasks()
    for (action, completedOn, _) in Self.cases {
      let id = played.nextID
      played.apply(action)
      if let completedOn { played.complete(id, on: completedOn) }
    }
    let today = PlayedTasks.march(10)
    let tasks = played.state.tasks
    try #require(tasks.count == Self.cases.count)
    for view in TaskView.allCases where view != .project {
      var query = TaskQuery(view, day: PlayedTasks.march(day))
      query.order = .added
      let expected = zip(tasks, Self.cases).filter { $1.2[column].contains(view) }.map(\.0.name)
      #expect(played.state.tasks(query, today: today).map(\.name) == expected, "\(view)")
      if day == 10 {
        query.day = nil
        #expect(played.state.tasks(query, today: today).map(\.name) == expected, "\(view), today")
      }
    }
  }

  @Test func `a removed project's tasks show in the inbox`() throws {
    var played = PlayedTasks()
    _ = try played.add("a", project: "P", due: 10)
    let query = TaskQuery(.inbox, day: PlayedTasks.march(10))
    #expect(played.state.tasks(query, today: PlayedTasks.march(10)).isEmpty)
    try played.removeProject("P")
    #expect(played.state.tasks(query, today: PlayedTasks.march(10)).map(\.name) == ["a"])
  }

  @Test func `rescheduling moves the due day, and so the task`() throws {
    var played = PlayedTasks()
    let id = try played.add("a", project: "P", due: 8)
    let today = PlayedTasks.march(10)
    #expect(played.state.tasks(TaskQuery(.overdue), today: today).count == 1)
    played.apply(.taskUpdate(id, try TaskChange(["due": .day(PlayedTasks.march(12))])))
    #expect(played.state.tasks(TaskQuery(.overdue), today: today).isEmpty)
    #expect(played.state.tasks(TaskQuery(.upcoming), today: today).count == 1)
    #expect(
      played.state.tasks(TaskQuery(.morning, day: PlayedTasks.march(12)), today: today).count == 1)
  }

  @Test func `days at the ends of the calendar do not overflow`() throws {
    var played = PlayedTasks()
    _ = try played.add("a")
    _ = try played.add("b", due: 3)
    for day in [CivilDay(number: .min), CivilDay(number: .max)] {
      for view in TaskView.allCases {
        _ = played.state.tasks(TaskQuery(view, day: day), today: day)
      }
      #expect(played.state.streak(today: day) == TaskAnalytics.Streak(current: 0, longest: 0))
    }
  }
}
