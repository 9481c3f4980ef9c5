import FlintJSON
import Testing

@Suite struct `A value that is skipped` {
  private static let texts = [
    "1", "-1.5e3", "\"a\\u00e9\"", "null", "true", "[]", "{}", "[1,[2,{\"a\":[]}]]",
    "{\"a\":{\"b\":\"c\"},\"d\":[null]}", " [ 1 , 2 ] ",
    "", "[", "{", "[1", "[1,", "[1,]", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{a:1}",
    "{\"a\" 1}", "[1 2]", "\"a", "01", "nul", "[\"\u{1}\"]", "{1:2}", "]", "[}",
    String(repeating: "[", count: 256) + String(repeating: "]", count: 256),
    String(repeating: "[", count: 257) + String(repeating: "]", count: 257),
  ]

  @Test(arguments: texts)
  func `ends where it is built to, with the same errors`(text: String) {
    func end(_ body: (inout JSONScanner) throws(JSONError) -> Void) -> String {
      var scanner = JSONScanner(Array(text.utf8))
      do throws(JSONError) {
        try body(&scanner)
        return "\(scanner.position)"
      } catch {
        return "\(error)"
      }
    }
    let built = end { (scanner) throws(JSONError) in
      _ = try JSONValue.value(&scanner, depth: 0)
    }
    #expect(end { (scanner) throws(JSONError) in try JSONValue.skip(&scanner, depth: 0) } == built)
  }
}
