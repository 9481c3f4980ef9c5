import Testing

@testable import Charts

struct `A linear scale` {
  /// The expected texts are worked out by hand: the least step of 1, 2 or 5 times a power of ten with
  /// which there are no more intervals than wanted.
  @Test(
    arguments: [
      (0, 1, 5, "0.0 0.2 0.4 0.6 0.8 1.0"), (0, 1, 4, "0.0 0.5 1.0"),
      (0, 1, 10, "0.0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1.0"),
      (0, 7, 5, "0 2 4 6 8"), (0, 7, 4, "0 2 4 6 8"), (0, 7, 7, "0 1 2 3 4 5 6 7"),
      (-3, 3, 5, "−4 −2 0 2 4"), (-3, 3, 6, "−3 −2 −1 0 1 2 3"),
      (0.001, 0.0023, 5, "0.0010 0.0015 0.0020 0.0025"),
      (1e6, 3e6, 4, "1,000,000 1,500,000 2,000,000 2,500,000 3,000,000"),
      (1e6, 3e6, 5, "1,000,000 1,500,000 2,000,000 2,500,000 3,000,000"),
      (0, 0, 5, "0.0 0.2 0.4 0.6 0.8 1.0"), (5, 5, 5, "0 1 2 3 4 5"),
      (-5, -5, 5, "−5 −4 −3 −2 −1 0"),
      (-17, -12, 5, "−17 −16 −15 −14 −13 −12"), (0, 100, 5, "0 20 40 60 80 100"),
      (0, 101, 5, "0 50 100 150"),
      (0, 1e-7, 5, "0.00000000 0.00000002 0.00000004 0.00000006 0.00000008 0.00000010"),
      // Steps of 1 would need six intervals, as both ends lie between ticks.
      (0.9, 5.1, 5, "0 2 4 6"),
    ] as [(Double, Double, Int, String)])
  func `has round ticks from below the least to above the greatest value`(
    low: Double, high: Double, most: Int, texts: String
  ) {
    let scale = LinearScale(low...high, most: most)
    #expect(scale.labels(.english).joined(separator: " ") == texts)
    #expect(scale.ticks.first == scale.domain.lowerBound)
    #expect(scale.ticks.last == scale.domain.upperBound)
  }

  @Test(
    arguments: [
      (0, 1, "0 1"), (0, 2.4, "0 1 2 3"), (0, 0, "0 1"), (0, 3, "0 1 2 3"), (0, 12, "0 5 10 15"),
    ] as [(Double, Double, String)])
  func `of whole numbers has no ticks between them`(low: Double, high: Double, texts: String) {
    let scale = LinearScale(low...high, most: 5, isWhole: true)
    #expect(scale.labels(.english).joined(separator: " ") == texts)
  }

  @Test(
    arguments: [
      (0.3, 4.2, 4, "1 2 3 4"), (0, 7, 7, "0 1 2 3 4 5 6 7"), (0.1, 0.9, 4, "0.2 0.4 0.6 0.8"),
      (300, 500, 4, "300 350 400 450 500"), (0.001, 0.0023, 3, "0.0010 0.0015 0.0020"),
      (12, 12.5, 0, "12.0 12.2 12.4"),
    ] as [(Double, Double, Int, String)])
  func `that is tight ends at the values`(low: Double, high: Double, most: Int, texts: String) {
    let scale = LinearScale(low...high, most: most, isTight: true)
    #expect(scale.domain == low...high)
    #expect(scale.labels(.english).joined(separator: " ") == texts)
  }

  @Test(arguments: [
    -Double.infinity...Double.infinity, 0...Double.infinity,
    -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude,
  ])
  func `of no finite width is that from 0 to 1`(values: ClosedRange<Double>) {
    #expect(LinearScale(values, most: 5) == LinearScale(0...1, most: 5))
  }

  @Test func `maps its ends to 0 and 1`() {
    let scale = LinearScale(-3...3, most: 5)
    #expect(scale.share(of: -4) == 0)
    #expect(scale.share(of: -1) == 0.375)
    #expect(scale.share(of: 4) == 1)
    #expect(LinearScale(2...4, most: 5, isTight: true).share(of: 2.5) == 0.25)
  }

  @Test func `includes its values and tells its ticks apart, at random`() {
    var random = SplitMix(seed: 7)
    for round in 0..<4000 {
      let base = random.power(-9...12) * (random.unit() - 0.5)
      let width = round % 9 == 0 ? 0 : random.power(-9...12) * random.unit()
      let (low, high) = (min(base, base + width), max(base, base + width))
      let most = Int(random.unit() * 12)
      let isWhole = round % 3 == 0
      let wide = LinearScale(low...high, most: most, isWhole: isWhole)
      check(wide, low, high, atMost: max(2, most), isWhole, "\(low)...\(high), \(most)")
      #expect(wide.ticks.count >= 2)
      let tight = LinearScale(low...high, most: most, isWhole: isWhole, isTight: true)
      check(tight, low, high, atMost: max(3, most), isWhole, "\(low)...\(high), \(most), tight")
      // A range of less than a billionth of its values lies between two ticks.
      let isNarrow = high - low < max(low.magnitude, high.magnitude) * 1e-8
      if !isWhole && !isNarrow { #expect(!tight.ticks.isEmpty, "\(low)...\(high), \(most), tight") }
    }
  }

  private func check(
    _ scale: LinearScale, _ low: Double, _ high: Double, atMost most: Int, _ isWhole: Bool,
    _ comment: Comment
  ) {
    #expect(scale.domain.contains(low) && scale.domain.contains(high), comment)
    #expect(scale.ticks.count <= most + 1, comment)
    let slack = scale.step * 1e-6
    for tick in scale.ticks {
      #expect((tick / scale.step - (tick / scale.step).rounded()).magnitude < 1e-6, comment)
      #expect((scale.domain.lowerBound - slack...scale.domain.upperBound + slack).contains(tick))
      if isWhole { #expect(tick == tick.rounded(), comment) }
    }
    for (left, right) in zip(scale.ticks, scale.ticks.dropFirst()) {
      #expect((right - left - scale.step).magnitude < slack, comment)
    }
    // The texts are numbers that differ, each within a millionth of a step of its tick.
    let texts = scale.ticks.map { ChartLocale.plain.text($0, places: scale.places) }
    for (text, tick) in zip(texts, scale.ticks) {
      #expect(
        ((Double(text.replacing("−", with: "-")) ?? .nan) - tick).magnitude <= slack,
        "\(comment): \(text)")
    }
    #expect(Set(texts).count == texts.count, comment)
  }
}

extension ChartLocale {
  /// Numbers as Swift reads them.
  fileprivate static let plain = ChartLocale(
    months: [], weekdays: [], groupSeparator: "", decimalSeparator: ".")
}
