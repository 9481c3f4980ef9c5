import FlintCalendar
import FlintSchema
import Testing

@testable import FlintRules

struct `Tasks that come after others` {
  private func after(_ ids: EventID...) -> FieldValue { .list(ids.map(\.description)) }

  @Test func `a task is completed only after those that it names`() throws {
    var played = PlayedTasks()
    let (first, second) = (try played.add("Buy paint"), try played.add("Clear the room"))
    let last = try played.add("Paint", with: ["after": after(first, second)])
    #expect(played.complete(last).void == .taskBlocked)
    played.complete(second)
    #expect(played.complete(last).void == .taskBlocked)
    let task = try #require(played.state.task(last))
    #expect(played.state.blockers(of: task).map(\.name) == ["Buy paint"])
    #expect(played.state.isBlocking(try #require(played.state.task(first))))
    #expect(!played.state.isBlocking(try #require(played.state.task(second))))
    played.complete(first)
    #expect(played.complete(last).void == nil)
    // What is completed stays so.
    played.reopen(first)
    #expect(played.state.task(last)?.isOpen == false)
    played.reopen(last)
    #expect(played.complete(last).void == .taskBlocked)
  }

  @Test func `what does not exist blocks nothing`() throws {
    var played = PlayedTasks()
    let id = try played.add("Paint", with: ["after": after(EventID(high: 9, low: 9))])
    #expect(played.complete(id).void == nil)
  }

  @Test func `the names are kept once and in order, whatever the order of writing`() throws {
    let (low, high) = (EventID(high: 1, low: 2), EventID(high: 3, low: 1))
    var played = PlayedTasks()
    let id = try played.add("Paint", with: ["after": after(high, low, high)])
    #expect(played.state.task(id)?.after == [low, high])
    #expect(throws: FieldError.self) { try TaskChange(["after": .list(["paint"])]) }
  }

  @Test func `tasks cannot wait for each other`() throws {
    var played = PlayedTasks()
    let a = try played.add("a")
    let b = try played.add("b", with: ["after": after(a)])
    let c = try played.add("c", with: ["after": after(b)])
    let before = played.state
    #expect(try played.update(a, ["after": after(a)]).void == .taskCycle)
    #expect(try played.update(a, ["name": .text("x"), "after": after(c)]).void == .taskCycle)
    #expect(played.state == before)
    #expect(played.state.cycle(a, after: [c]) == [a, c, b])
    #expect(played.state.cycle(a, after: [a]) == [a])
    #expect(played.state.cycle(c, after: [a, b]) == nil)
    #expect(try played.update(b, ["after": .none]).void == nil)
    #expect(try played.update(a, ["after": after(c)]).void == nil)
  }

  @Test func `a task that closes a cycle by being added is void`() throws {
    var played = PlayedTasks()
    let coming = EventID(high: 0, low: 1)
    let a = try played.add("a", with: ["after": after(coming)])
    let effect = played.apply(
      .taskAdd(
        try {
          var content = try TaskContent(name: "b")
          try TaskChange(["after": after(a)]).apply(to: &content)
          return content
        }()))
    #expect(effect.void == .taskCycle)
    #expect(played.complete(a).void == nil)
  }

  @Test func `a task that comes again blocks until it is completed once more`() throws {
    var played = PlayedTasks()
    let fill = try played.add("Fill", with: ["every": .text("day")])
    played.complete(fill)
    let water = try played.add("Water", with: ["every": .text("day"), "after": after(fill)])
    #expect(played.complete(water).void == .taskBlocked)
    played.complete(fill, on: 2)
    #expect(played.complete(water, on: 2).void == nil)
    #expect(played.complete(water, on: 3).void == .taskBlocked)
    played.complete(fill, on: 3)
    #expect(played.complete(water, on: 3).void == nil)
  }

  @Test func `one task is worked on at a time`() throws {
    var played = PlayedTasks()
    let (a, b) = (try played.add("a"), try played.add("b"))
    #expect(played.apply(.taskStop(a)).void == .taskNotStarted)
    #expect(played.apply(.taskStart(a)).void == nil)
    #expect(played.apply(.taskStart(a)).void == .taskStarted)
    #expect(played.state.running?.task == a)
    #expect(played.state.running?.since == Instant(milliseconds: 1_772_323_204_000))
    #expect(played.apply(.taskStart(b)).void == nil)
    #expect(played.apply(.taskStop(a)).void == .taskNotStarted)
    #expect(played.state.running?.task == b)
    played.complete(b)
    #expect(played.state.running == nil)
    #expect(played.apply(.taskStart(b)).void == .taskCompleted)
    #expect(played.apply(.taskStart(EventID(high: 9, low: 9))).void == .unknownTask)
    played.apply(.taskStart(a))
    #expect(played.apply(.taskStop(a)).void == nil)
    #expect(played.state.running == nil)
  }
}
