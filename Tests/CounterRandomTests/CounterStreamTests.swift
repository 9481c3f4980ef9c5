import FlintRandom
import Testing

struct `A counter stream` {
  private static func stream(
    key: UInt64 = 0xfedc_ba98_7654_3210, identity: UInt64 = 0x0123_4567_89ab_cdef,
    purpose: UInt32 = 7
  ) -> CounterStream {
    CounterStream(key: key, identity: identity, purpose: purpose)
  }

  /// Blocks 0 and 1 under counter (block, 7, 89abcdef, 01234567) and key (76543210, fedcba98),
  /// computed with `philox` of Tests/Oracle/oracle.py.
  static let words: [UInt32] = [
    0x4bc2_4319, 0x5b84_c7ca, 0xe363_2d14, 0x941b_dbc0,
    0xf181_3703, 0xfd65_6ed7, 0x2a00_8bed, 0xf21a_fcb0,
  ]

  @Test func `counts (block, purpose, identity low, identity high) and reads words in order`() {
    var stream = Self.stream()
    #expect((0..<8).map { _ in stream.next32() } == Self.words)
  }

  @Test func `reads the low half of 64 bits first`() {
    var stream = Self.stream()
    #expect(stream.next64() == 0x5b84_c7ca_4bc2_4319)
    #expect(stream.next64() == 0x941b_dbc0_e363_2d14)
    #expect(stream.next32() == 0xf181_3703)
    // Not aligned to a pair: the halves are simply the next two words.
    #expect(stream.next64() == 0x2a00_8bed_fd65_6ed7)
  }

  @Test func `reads the same words when created again`() {
    var one = Self.stream()
    var other = Self.stream()
    for _ in 0..<100 { #expect(one.next32() == other.next32()) }
  }

  @Test func `shares no word with a stream of another key, identity or purpose`() {
    var streams = [
      Self.stream(), Self.stream(key: 0xfedc_ba98_7654_3211), Self.stream(key: 0x7654_3210),
      Self.stream(identity: 0x0123_4567_89ab_cdee), Self.stream(identity: 0x1123_4567_89ab_cdef),
      Self.stream(purpose: 8), Self.stream(purpose: 0),
    ]
    var seen: Set<UInt64> = []
    for index in streams.indices {
      for _ in 0..<50 { #expect(seen.insert(streams[index].next64()).inserted) }
    }
  }

  /// Six draws below a bound, and the number of words that they take.
  struct Draws: Sendable {
    var bound: UInt64
    var values: [UInt64]
    var words: Int

    init(_ bound: UInt64, _ values: [UInt64], _ words: Int) {
      self.bound = bound
      self.values = values
      self.words = words
    }
  }

  /// Computed with `Draws.bounded` of Tests/Oracle/oracle.py. More words than six (twelve past
  /// 2³²) mean that some were rejected.
  static let draws = [
    Draws(1, [0, 0, 0, 0, 0, 0], 6),
    Draws(2, [0, 0, 1, 1, 1, 1], 6),
    Draws(3, [0, 1, 2, 1, 2, 2], 6),
    Draws(10, [2, 3, 8, 5, 9, 9], 6),
    Draws(50, [14, 17, 44, 28, 47, 49], 6),
    Draws(1000, [295, 357, 888, 578, 943, 989], 6),
    Draws(2147483648, [635511180, 767714277, 1907463818, 1242426848, 2025888641, 2125641579], 6),
    Draws(2147483649, [635511180, 1907463818, 1242426848, 352339446, 2030927448, 2085692656], 9),
    Draws(3221225473, [1151571415, 2861195727, 1863640272, 528509169, 3046391172, 3128538984], 9),
    Draws(4294967295, [1271022360, 1535428553, 3814927635, 2484853695, 4051777282, 4251283158], 6),
    Draws(4294967296, [1271022361, 1535428554, 3814927636, 2484853696, 4051777283, 4251283159], 6),
    Draws(4294967297, [1535428554, 2484853697, 4251283160, 4061854897, 3236964598, 139378756], 12),
    Draws(
      1000000000000,
      [357494818581, 578550085632, 989828994484, 945724289902, 753664550830, 32451645690], 12),
    Draws(
      9223372036854775808,
      [
        3297307713022796172, 5336182681739826826, 9129561068996172673, 8722766970061080054,
        6951328543298102512, 299313601411742116,
      ], 12),
    Draws(
      9223372036854775809,
      [
        3297307713022796172, 5336182681739826826, 6951328543298102512, 8345725527207887005,
        4296161221297895506, 2981048231521163341,
      ], 20),
    Draws(
      18446744073709551615,
      [
        6594615426045592344, 10672365363479653651, 18259122137992345346, 17445533940122160108,
        13902657086596205023, 598627202823484231,
      ], 12),
  ]

  @Test(arguments: draws)
  func `draws below any bound like the oracle, rejections included`(draws: Draws) {
    var stream = Self.stream()
    #expect((0..<6).map { _ in stream.bounded(draws.bound) } == draws.values)
    var counted = Self.stream()
    for _ in 0..<draws.words { _ = counted.next32() }
    #expect(stream.next32() == counted.next32())
  }

  @Test func `returns 0 for bounds 0 and 1, and takes one word`() {
    for bound in [0, 1] as [UInt64] {
      var stream = Self.stream()
      #expect(stream.bounded(bound) == 0)
      #expect(stream.next32() == Self.words[1])
    }
  }

  @Test(arguments: [2, 3, 5, 6, 7, 10, 16, 25] as [UInt64])
  func `draws uniformly below small bounds`(bound: UInt64) {
    let draws = 20_000
    var counts = [Int](repeating: 0, count: Int(bound))
    for identity in 0..<UInt64(draws / 4) {
      var stream = CounterStream(key: 2026, identity: identity, purpose: 3)
      for _ in 0..<4 { counts[Int(stream.bounded(bound))] += 1 }
    }
    let expected = Double(draws) / Double(bound)
    let chiSquare =
      counts.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) }
      / expected
    // Mean n − 1, variance 2(n − 1): within 4 standard deviations (+ 4, for the skew at few
    // degrees of freedom), less than one chance in 10,000 of a false alarm, were the seed not fixed.
    let freedom = Double(bound - 1)
    #expect(chiSquare < freedom + 4 * (2 * freedom).squareRoot() + 4)
  }

  @Test func `draws below bounds above 2³², uniformly`() {
    let bound: UInt64 = 3 << 40
    var thirds = [0, 0, 0]
    var stream = Self.stream()
    for _ in 0..<3000 {
      let value = stream.bounded(bound)
      #expect(value < bound)
      thirds[Int(value >> 40)] += 1
    }
    // 1000 each, standard deviation 25.8.
    #expect(thirds.allSatisfy { (870...1130).contains($0) })
  }
}
