import Lua
import Rules
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
    guard session.addsPlayed else { return first }
    let kinds = session.kinds
    prepare(kinds)
    let fields = fields
    var item = first
    while item <= last, call.read(0, item: item, fields), fields[0] >= 0 {
      let intensity = fields[1]
      do throws(SessionError) {
        try session.addPlayed(
          kinds.categories[fields[0]],
          intensity < 0 ? kinds.usualIntensity : kinds.intensities[intensity])
      } catch {
        // It is described where the entry is recorded as any other.
        break
      }
      item += 1
    }
    call.chargePermanentMemory(Int(item - first) * ScriptContext.eventSize)
    return item
  }
}
