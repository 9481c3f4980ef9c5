import FlintCalendar
import TestSupport
import Testing

@testable import FlintRules

struct `A journey's state in bytes` {
  private static func story() -> JourneyStory {
    var story = JourneyStory()
    let first = day("2026-01-01")
    story.journal(on: first, count: 7)
    story.start(day("2025-12-01"), on: first + 1)
    story.act(.sos, on: first + 2)
    story.act(.selfCare, on: first + 5)
    story.start(first + 4, on: first + 6)
    story.open(first + 40)
    return story
  }

  @Test func `is decoded as it was encoded`() throws {
    let story = Self.story()
    let state = try #require(JourneyState(bytes: story.state.bytes))
    #expect(state == story.state)
    #expect(state.bytes == story.state.bytes)
    #expect(JourneyState(bytes: JourneyState().bytes) == JourneyState())
    // Also between an event and the examination that follows it.
    var dirty = story.state
    dirty.note(day("2026-02-10"))
    #expect(dirty.isDirty)
    #expect(JourneyState(bytes: dirty.bytes) == dirty)
  }

  @Test func `is refused when it is truncated or longer`() {
    let bytes = Self.story().state.bytes
    for count in stride(from: 0, to: bytes.count, by: 8) {
      #expect(JourneyState(bytes: Array(bytes.prefix(count))) == nil)
    }
    #expect(JourneyState(bytes: bytes + [0]) == nil)
  }

  @Test func `does not trap on damage`() {
    let bytes = Self.story().state.bytes
    var random = SplitMix64(state: 5)
    for index in bytes.indices {
      for value in [0, 1, 0x7f, 0x80, 0xff, UInt8.random(in: 0...255, using: &random)] {
        var damaged = bytes
        damaged[index] = value
        guard let state = JourneyState(bytes: damaged) else { continue }
        // The decoded state is valid: it can be queried and continued.
        var story = JourneyStory()
        story.state = state
        let today = day("2026-02-10")
        _ = state.achievements(of: story.definitions, today: today)
        _ = state.nextGoals(of: story.definitions, today: today)
        _ = state.landscape(endingOn: today, seed: 1)
        if let opened = state.openDay, abs(opened - today) < 10_000 { story.open(today) }
      }
    }
  }

  @Test func `reports whether it fits the ladders`() {
    let story = Self.story()
    #expect(story.state.fits(story.plan))
    #expect(JourneyState().fits(story.plan))
    #expect(!story.state.fits(LadderPlan([])))
    #expect(!story.state.fits(LadderPlan(Array(story.definitions.dropLast()))))
    var short = story.definitions
    short[2].rungs.removeLast(5)
    #expect(!story.state.fits(LadderPlan(short)))
  }
}
