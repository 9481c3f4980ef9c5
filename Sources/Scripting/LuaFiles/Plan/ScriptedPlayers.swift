import FlintCalendar
import FlintRandom
import Lua
import Players
import FlintRules
import Sessions

/// Players whose actions are those of a plan's function `day(player, today, segment)`, with all
/// functions of a script, on a profile in memory.
///
/// Each chunk of players has its own Lua state, and each player has its own profile and an
/// environment in which the plan's file has just run: no value is carried from one player to the
/// next.
final class ScriptedPlayers: PlayerGroup {
  private let plan: Plan
  private let text: PlanText
  private let limits: LuaLimits
  private let started: @Sendable (LuaStopper) -> Void
  private let zone: CivilZone
  private let memory: PlayerMemory
  private var meters: [PlayerMeter] = []
  /// The names of the measures that are functions of the plan, in the order of the measures.
  private let scripted: [String]
  /// The segments; `nil` where there are none.
  private let segments: PlayerSegments?

  init(
    _ plan: Plan, _ text: PlanText, limits: LuaLimits,
    started: @escaping @Sendable (LuaStopper) -> Void
  ) throws(SimulationError) {
    self.plan = plan
    self.text = text
    self.limits = limits
    self.started = started
    scripted = plan.measures.filter { $0.kind == .scripted }.map(\.name)
    segments = PlayerSegments(plan)
    do {
      zone = try CivilZone.named("UTC")
      memory = try PlayerMemory(plan.variants[0].rulebook)
    } catch {
      throw .system("\(error)")
    }
    do throws(PlanProblem) {
      for variant in plan.variants.indices {
        meters.append(try PlayerMeter(plan, variant: variant))
      }
    } catch {
      throw .plan([error])
    }
  }

  func play(_ players: Range<Int64>, into tallies: inout TallySet) throws(SimulationError) {
    // By variant, then by player.
    var measured: [[[Measured]]] = []
    for variant in plan.variants.indices {
      do {
        measured.append(
          try memory.withAccess { access in
            try play(players, variant: variant, access, &tallies.events)
          })
      } catch let error as SimulationError {
        throw error
      } catch {
        throw .system("\(error)")
      }
    }
    let none = [[Int64]](repeating: [], count: plan.variants.count)
    for (index, player) in players.enumerated() {
      var values = measured.map { $0[index] }
      if let segments {
        let segment = segments.position(of: UInt64(player))
        for variant in values.indices {
          let own = values[variant]
          segments.spread(own, of: segment, into: &values[variant])
        }
      }
      tallies.add(values, controls: none)
    }
  }

  private func play(
    _ players: Range<Int64>, variant: Int, _ memory: PlayerMemory.Access, _ events: inout Int64
  ) throws -> [[Measured]] {
    let state: PlanState
    do throws(LuaError) {
      state = try PlanState(text, limits: limits, started: started)
    } catch {
      throw failure(error, player: players.lowerBound, day: 0)
    }
    return try players.map { player in
      try play(player, variant: variant, state, memory, &events)
    }
  }

  private func play(
    _ player: Int64, variant: Int, _ state: PlanState, _ memory: PlayerMemory.Access,
    _ events: inout Int64
  ) throws -> [Measured] {
    do throws(LuaError) {
      try state.renew()
    } catch {
      throw failure(error, player: player, day: 0)
    }
    let session = PlayerSession(
      player: UInt64(player), seed: plan.seed, ownSeed: plan.ownSeed(of: player),
      rulebook: plan.variants[variant].rulebook, zone: zone, now: plan.noon(of: 0),
      memory: memory)
    defer { session.discard() }
    let meter = meters[variant]
    meter.begin()
    if meter.needsEvents {
      session.onEvent { event, outcome, state in meter.update(with: event, outcome, state) }
    }
    var days: Int64 = 0
    state.change(to: session)
    let measured: LuaValue
    do throws(LuaError) {
      let segment = segments.map { plan.segments[$0.position(of: UInt64(player))].name }
      measured = try state.play(player, segment: segment) { [plan] in
        if days > 0, meter.isOver(after: days) { return nil }
        let day = plan.start + Int(days)
        session.setClock(
          to: plan.noon(of: days),
          until: Instant(milliseconds: Int64(day.number + 1) * 86_400_000 - 1))
        days += 1
        return (days, day)
      }
    } catch {
      throw failure(error, player: player, day: days)
    }
    var final: ProfileState
    do throws(SessionError) {
      final = try session.folded()
      if session.historyChanged, meter.needsEvents {
        // Late records and corrections changed earlier outcomes: the meter reads them all again.
        meter.begin()
        try session.reader.forEachOutcome { event, outcome, state in
          meter.update(with: event, outcome, state)
        }
      }
    } catch {
      throw SimulationError.policy(
        player: player, day: days, message: error.description)
    }
    events += final.events.count
    return meter.values(
      of: &final, days: days, scripted: try values(measured, player, days))
  }

  /// Returns the values of the plan's own measures.
  private func values(
    _ measured: LuaValue, _ player: Int64, _ day: Int64
  ) throws(SimulationError) -> [Int64?] {
    var values: [Int64?] = []
    for name in scripted {
      guard let value = measured[name] else {
        values.append(nil)
        continue
      }
      guard let whole = value.wholeNumber else {
        let found = if case .number(let number) = value { "\(number)" } else { value.typeName }
        throw .policy(
          player: player, day: day,
          message: "measure \"\(name)\": expected a whole number or nil, got \(found)")
      }
      values.append(whole)
    }
    return values
  }

  private func failure(_ error: LuaError, player: Int64, day: Int64) -> SimulationError {
    if case .stopped(let reason) = error.code, reason == .interrupt { return .interrupted }
    // A script's message may contain any characters; the excerpt is printable already.
    let message =
      TerminalText.printable(error.message, keepingTabs: true)
      + (error.excerpt.map { "\n" + $0 } ?? "")
    guard case .stopped(let reason) = error.code else {
      return .policy(player: player, day: day, message: message)
    }
    let limit: SimulationError.Limit =
      switch reason {
      case .time: .time
      case .memory: .memory
      default: .other
      }
    return .limit(limit, player: player, day: day, message: message)
  }
}

extension LuaValue {
  var wholeNumber: Int64? {
    switch self {
    case .integer(let number): number
    case .number(let number): Int64(exactly: number)
    default: nil
    }
  }
}

extension Plan {
  /// Returns the seed of the player's profile: "seed", independent of every draw of the rules.
  fileprivate func ownSeed(of player: Int64) -> UInt64 {
    var stream = CounterStream(key: seed, identity: UInt64(player) << 32, purpose: 0x7365_6564)
    return stream.next64()
  }

  /// Returns noon of a player's day, counted from 0: the time of the first event recorded without
  /// one.
  fileprivate func noon(of day: Int64) -> Instant {
    Instant(milliseconds: (Int64(start.number) + day) * 86_400_000 + 43_200_000)
  }
}
