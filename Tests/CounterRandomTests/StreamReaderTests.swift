import FlintRandom
import Testing

struct `A stream read many words at a time` {
  @Test func `returns the words of the stream, and the same draws`() {
    var random = CounterStream(key: 77, identity: 0, purpose: 1)
    let key = random.next64()
    let purpose = random.next32()
    var reader = StreamReader(key: key, purpose: purpose)
    for length in [1, 127, 128, 129, 1000] {
      let identity = random.next64()
      var stream = CounterStream(key: key, identity: identity, purpose: purpose)
      // After any position in the stream before.
      reader.begin(identity: identity)
      for _ in 0..<length {
        switch random.bounded(3) {
        case 0: #expect(reader.next32() == stream.next32())
        case 1: #expect(reader.next64() == stream.next64())
        default:
          // Narrow, wide, and rejected nearly every second time, in one word and in two.
          let bounds: [UInt64] = [1, 5, 0x8000_0001, 1 << 32, 1 << 40, (1 << 63) + 1, .max, 0]
          let bound = bounds[Int(random.bounded(UInt64(bounds.count)))]
          #expect(reader.bounded(bound) == stream.bounded(bound))
        }
      }
    }
  }
}
