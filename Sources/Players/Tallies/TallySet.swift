/// The tallies of a run: for each variant those of each measure, for each variant but the first those of
/// each measure's difference from the first, and the sums for the controls.
package struct TallySet: Equatable, Sendable {
  /// The tallies by variant, then by measure.
  package internal(set) var tallies: [[Tally]]
  /// The tallies of the differences from the first variant, by variant but the first, then by measure.
  package internal(set) var differences: [[PairTally]]
  /// The sums for the controls, by variant.
  package var moments: [CoMoments]
  /// The sums for the differences, by variant but the first: with the controls of both, the first
  /// variant's before the other's.
  var differenceMoments: [CoMoments]
  package var events: Int64 = 0
  /// The measured values of each player, by rulebook; `nil` where they are not kept.
  var rows: [[[Measured]]]?

  /// - Parameters:
  ///   - measures: the number of measures.
  ///   - controls: the number of controls of each variant.
  init(measures: Int, controls: [Int]) {
    let variants = controls.count
    tallies = [[Tally]](
      repeating: [Tally](repeating: Tally(), count: measures), count: variants)
    differences = [[PairTally]](
      repeating: [PairTally](repeating: PairTally(), count: measures), count: max(0, variants - 1))
    moments = controls.map { CoMoments(controls: $0, measures: measures) }
    differenceMoments = controls.dropFirst().map {
      CoMoments(controls: controls[0] + $0, measures: measures)
    }
  }

  /// Adds a player: the measured values of each variant, and the controls.
  package mutating func add(_ measured: [[Measured]], controls: [[Int64]]) {
    rows?.append(measured)
    for variant in tallies.indices {
      for measure in measured[variant].indices {
        tallies[variant][measure].add(measured[variant][measure])
        if variant > 0 {
          differences[variant - 1][measure].add(measured[0][measure], measured[variant][measure])
        }
      }
      // A measure without a number counts as 0: its mean is not adjusted.
      if moments[variant].controls > 0 {
        moments[variant].add(controls[variant], measured[variant].map { $0.restricted ?? 0 })
      }
      if variant > 0, differenceMoments[variant - 1].controls > 0 {
        differenceMoments[variant - 1].add(
          controls[0] + controls[variant],
          zip(measured[0], measured[variant]).map { first, second in
            // An overflow is recorded in the tally.
            second.restricted.flatMap { value in first.restricted.map { value &- $0 } } ?? 0
          })
      }
    }
  }

  /// Adds the tallies of other players of the same plan.
  package mutating func merge(_ other: TallySet) {
    for variant in tallies.indices {
      for measure in tallies[variant].indices {
        tallies[variant][measure].merge(other.tallies[variant][measure])
        if variant > 0 {
          differences[variant - 1][measure].merge(other.differences[variant - 1][measure])
        }
      }
      moments[variant].merge(other.moments[variant])
      if variant > 0 {
        differenceMoments[variant - 1].merge(other.differenceMoments[variant - 1])
      }
    }
    events += other.events
  }

  /// Returns an error about the first measure that overflowed; `nil` where none did.
  func problem(_ measures: [PlanSummary.Measure]) -> PlanProblem? {
    for row in tallies + differences.map({ $0.map(\.difference) }) {
      guard let index = row.firstIndex(where: \.isTooLarge), index < measures.count else {
        continue
      }
      return PlanProblem(
        "measure",
        "\"\(measures[index].name)\" has values too large to be tallied: the differences between rulebooks "
          + "have to fit into 64 bits, and the sum of the squares into 128; measure thousands or "
          + "millions of them instead")
    }
    return nil
  }

  /// Returns an error about the first segment without a player; `nil` where there is none.
  func emptySegment(_ measures: [PlanSummary.Measure]) -> PlanProblem? {
    guard players > 0, let row = tallies.first,
      let index = row.indices.first(where: { measures[$0].isPart && row[$0].players == 0 })
    else { return nil }
    return PlanProblem(
      "segments",
      "none of \(players) players is of the segment of \"\(measures[index].name)\"; simulate more "
        + "players")
  }

  package var players: Int64 { tallies.first?.first?.players ?? 0 }
}
