import Lua
import FlintSchema

/// The names of the two functions that read with one filter.
struct EachNames {
  /// The name of the function that returns an iterator.
  var each = "each"
  /// The name of the function that returns a list.
  var all = "all"
  /// The names that these had before.
  var formerEach: [String] = []
  var formerAll: [String] = []
}

extension [HostFunction] {
  /// Returns the two functions of a subject that read with one filter: `each` iterates over rows, and
  /// `all` returns them as a list.
  ///
  /// - Parameters:
  ///   - rows: what the rows are, such as `sparks`; the name of the list.
  ///   - summary: a sentence about the iterator.
  ///   - condition: when the call is refused: `each` raises an error, and `all` returns nil and the error.
  ///   - example: an example of `each`.
  ///   - listing: an example of `all`.
  ///   - iterator: opens the iterator; `nil` if the call is answered.
  static func each<Row: ResultRow>(
    _ rows: String, _ summary: String, named names: EachNames = EachNames(),
    parameters: [HostParameter] = [], of row: Row.Type, orRefusal condition: String? = nil,
    example: String, listing: String,
    _ iterator: @escaping (borrowing HostCall) throws(HostFailure) -> (any HostIterator)?
  ) -> [HostFunction] {
    let each = HostFunction(
      names.each, summary, parameters: parameters,
      returns: .iterator(of: row, orError: condition), example: example
    ) { call throws(HostFailure) in
      guard let found = try iterator(call) else { return }
      call.reply.iterator(found)
    }
    let all = HostFunction(
      names.all, "Returns the \(rows) that \(names.each) iterates over, as a list.",
      parameters: parameters,
      returns: HostResult(
        rows, condition == nil ? "table[]" : "table[]?",
        "The \(rows)" + (condition.map { "; nil and an error \($0)." } ?? "."), of: row),
      example: listing
    ) { call throws(HostFailure) in
      guard let found = try iterator(call) else { return }
      defer { found.close() }
      try call.chargeTemporaryMemory(found.footprint)
      let reply = call.reply
      reply.beginArray()
      while try found.next(reply) { try call.checkStop() }
      reply.end()
    }
    return [each.formerly(names.formerEach), all.formerly(names.formerAll)]
  }
}
