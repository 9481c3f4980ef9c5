import FlintCalendar
import FlintRules
import FlintSchema
import Storage
import TestSupport
import Testing

@testable import Sessions

/// Which tasks decide whether an event about a task has an effect.
struct `Events about tasks` {
  private static let seeds = cases(1...60 as ClosedRange<UInt64>, quick: 10)

  /// Twelve tasks, most of which have to be completed after others, are added, changed, completed and reopened at
  /// random times, in no order: each event is refused exactly if the rules refuse it among all others.
  @Test(arguments: seeds)
  func `are refused as among all events, in whatever order they are recorded`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(state: seed)
    let store = try Store.scratch(seed: seed)
    try store.at { session in
      func id(_ kind: EventKind, _ key: String) -> EventID {
        ProfileEvent.id(
          ofKind: kind, content: "", at: Instant(milliseconds: 0), offset: .zero,
          seed: session.profile.seed, key: .given(key))
      }
      let ids = (0..<12).map { id(.taskAdd, "task \($0)") }
      var (accepted, refused) = (0, 0)
      for number in 0..<90 {
        let task = number < 12 ? number : Int.random(in: 0..<12, using: &random)
        let others = (0..<Int.random(in: 0...2, using: &random)).map { _ in
          ids.randomElement(using: &random)?.description ?? ""
        }
        let (action, key): (ProfileEvent.Action, String) =
          switch number < 12 ? 0 : Int.random(in: 1...5, using: &random) {
          case 0:
            (
              .task(.taskAdd(try Self.content(after: others))),
              "task \(task)"
            )
          case 1: (.task(.taskReopen(ids[task])), "reopened \(number)")
          case 2:
            (
              .task(.taskUpdate(ids[task], try TaskChange(["after": .list(others)]))),
              "changed \(number)"
            )
          default: (.task(.taskComplete(ids[task])), "completed \(number)")
          }
        let at = Instant(
          milliseconds: Self.start + Int64.random(in: 0..<8, using: &random) * 3_600_000)
        let event = ProfileEvent(
          id: id(action.kind, key), at: at, offset: .zero, action: action)
        let expected = try refusal(of: event, in: session)
        do throws(any Error) {
          _ = try session.record(action, at: .instant(at), key: key)
          #expect(expected == nil, "\(number) of seed \(seed) was recorded")
          accepted += 1
        } catch let error as SessionError {
          switch error {
          case .refused(let reason), .refusedInDetail(let reason, _):
            #expect(expected == reason, "\(number) of seed \(seed)")
          case .tooEarly: #expect(expected == .unknownTask, "\(number) of seed \(seed)")
          default: throw error
          }
          refused += 1
        }
      }
      #expect(accepted > 15 && refused > 5)
      #expect(try session.state() == session.reader.refoldedState())
    }
  }

  private static func content(after others: [String]) throws -> TaskContent {
    var content = try TaskContent(name: "Task")
    try TaskChange(["after": .list(others)]).apply(to: &content)
    return content
  }

  private static let start = at("2026-03-01T08:00:00Z").milliseconds

  /// Returns why the rules refuse an event among all that are recorded.
  private func refusal(of event: ProfileEvent, in session: Session) throws -> VoidReason? {
    let events = try session.reader.events(EventQuery()).map(\.event)
      .sorted { $0.foldPosition < $1.foldPosition }
    let seed = session.profile.seed
    var state = session.rulebook.initialState()
    _ = session.rulebook.apply(events.filter { $0.at < event.at }, to: &state, seed: seed)
    return session.rulebook.refusal(
      of: event, among: events.filter { $0.at == event.at }, in: &state, seed: seed
    ).reason
  }

  @Test func `are those of the tasks that depend on each other`() throws {
    func id(_ number: UInt64) -> EventID { EventID(high: number, low: 0) }
    func event(_ number: UInt64, _ action: TaskAction) -> ProfileEvent {
      ProfileEvent(
        id: id(number), at: Instant(milliseconds: 0), offset: .zero, action: .task(action))
    }
    func content(_ after: UInt64...) throws -> TaskContent {
      try Self.content(after: after.map { id($0).description })
    }
    // 2 and 3 come after 1, which is added last; 4 is alone, and 5 comes after 6, which is nowhere.
    let tasks = TaskEvents([
      event(2, .taskAdd(try content(1))), event(3, .taskAdd(try content(1))),
      event(1, .taskAdd(try content())), event(4, .taskAdd(try content())),
      event(5, .taskAdd(try content(6))), event(10, .taskComplete(id(1))),
    ])
    func related(_ action: TaskAction, _ number: UInt64 = 20) -> [UInt64]? {
      tasks.related(to: event(number, action))?.map(\.id.high).sorted()
    }
    #expect(related(.taskComplete(id(3))) == [1, 2, 3, 10])
    #expect(related(.taskComplete(id(4))) == [4])
    #expect(related(.taskComplete(id(5))) == [5])
    #expect(related(.taskAdd(try content(5))) == [])
    #expect(related(.taskAdd(try content(2)), 6) == [1, 2, 3, 5, 10])
    #expect(
      related(.taskUpdate(id(4), try TaskChange(["after": .list([id(5).description])])))
        == [4, 5])
    #expect(related(.taskStart(id(4))) == nil)
  }
}
