extension LuaError {
  /// The causes of the error, outermost first: `cause` of its value, if that is a table; a text or
  /// another such table.
  public var causes: [String] {
    var causes: [String] = []
    var next = value?["cause"]
    // The chain of causes has no cycles, but may be long.
    while let cause = next, causes.count < 10 {
      switch cause {
      case .string(let bytes): causes.append(String(decoding: bytes.prefix(4000), as: UTF8.self))
      case .table:
        causes.append(cause["message"]?.text ?? "an error value without a message")
      default: return causes
      }
      next = cause["cause"]
    }
    return causes
  }
}
