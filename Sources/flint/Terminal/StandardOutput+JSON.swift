import JSON
import Rules

extension StandardOutput {
  /// Writes a JSON value, indented.
  func write(json: JSONValue) { write(json.text(indented: true) + "\n") }

  /// Writes a JSON array with each object on its own line.
  func write(list: [JSONValue]) {
    if list.isEmpty { return write("[]\n") }
    for (index, value) in list.enumerated() {
      write((index == 0 ? "[\n  " : ",\n  ") + value.text())
    }
    write("\n]\n")
  }
}
