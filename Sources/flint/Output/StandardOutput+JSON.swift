import Rules

extension StandardOutput {
  /// Writes a list of JSON objects, each on a line of its own.
  func write(list: [JSONValue]) {
    if list.isEmpty { return write("[]\n") }
    for (index, value) in list.enumerated() {
      write((index == 0 ? "[\n  " : ",\n  ") + value.text())
    }
    write("\n]\n")
  }
}
