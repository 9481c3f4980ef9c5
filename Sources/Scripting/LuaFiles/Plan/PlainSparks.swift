import Lua
import FlintRules
import Sessions

/// The recording of the sparks in a list of a plan that have no other fields than a category and an
/// intensity, without a call of `spark.add` for each, and with its effects.
final class PlainSparks {
  /// The kinds that the fields were made of.
  private var kinds: SparkKinds?
  private var fields = ChoiceFields([])

  private func prepare(_ kinds: SparkKinds) {
    if kinds == self.kinds { return }
    self.kinds = kinds
    fields = ChoiceFields([
      ("category", kinds.categories.map(\.name)), ("intensity", kinds.intensities.map(\.name)),
      ("event", ["spark"]),
    ])
  }

  /// Records the entries of the list in the first argument from one on, up to the first that is not plain.
  ///
  /// - Returns: the number of the first entry that was not recorded.
  func record(
    _ call: borrowing HostCall, first: Int64, through last: Int64, _ session: Session
  ) -> Int64 {
    guard let session = session as? PlayerSession, session.addsAtEnd else { return first }
    let kinds = session.kinds
    prepare(kinds)
    let fields = fields
    var next = first
    while next <= last {
      let count = call.read("entries", items: next...last, fields)
      var read = 0
      let recorded = session.add {
        guard read < count, fields[read, 0] >= 0 else { return nil }
        let (category, intensity) = (fields[read, 0], fields[read, 1])
        read += 1
        return (
          kinds.categories[category],
          intensity < 0 ? kinds.usualIntensity : kinds.intensities[intensity]
        )
      }
      next += Int64(recorded)
      // What is wrong with an entry is described where it is recorded as any other.
      if recorded < count || count == 0 { break }
    }
    call.chargePermanentMemory(Int(next - first) * ScriptContext.eventSize)
    return next
  }
}
