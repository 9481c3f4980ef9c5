extension LuaError {
  /// What the error says it was caused by, outermost first: where its value is a table, `cause` in it,
  /// a text or such a table again.
  public var causes: [String] {
    var causes: [String] = []
    var next = value?["cause"]
    // A cause cannot contain itself, but be long.
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
