import CSV
import Testing

@Suite struct `A CSV header` {
  private func header(_ text: String) throws(CSVError) -> CSVHeader {
    var parser = CSVParser()
    let input = Array(text.utf8)
    var position = 0
    _ = try parser.next(in: input.span.bytes, at: &position)
    return try CSVHeader(parser.record)
  }

  private func message(_ text: String) -> String? {
    do {
      _ = try header(text)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `has the names of the columns as written`() throws {
    let header = try header("id,Title, note \n")
    #expect(header.names == ["id", "Title", " note "])
    #expect(header.count == 3)
  }

  @Test func `needs a name for each column`() {
    #expect(message("a,,b\n") == "line 1, column 3: field 2 of the header has no name")
    #expect(message("\n\na,b,\n") == "line 3, column 5: field 3 of the header has no name")
  }

  @Test func `needs a different name for each column`() {
    #expect(
      message("a,b,\"a\"\n")
        == "line 1, column 5: field 3 of the header repeats the name \"a\" of field 1")
  }

  @Test func `fixes the width of the records that follow`() throws {
    var parser = CSVParser()
    let input = Array("a,b\n1,2\n3\n".utf8)
    var position = 0
    _ = try parser.next(in: input.span.bytes, at: &position)
    let header = try parser.adoptHeader()
    #expect(header.names == ["a", "b"])
    #expect(parser.width == 2)
    _ = try parser.next(in: input.span.bytes, at: &position)
    #expect(parser.record[1] == "2")
    var message: String?
    do {
      _ = try parser.next(in: input.span.bytes, at: &position)
    } catch {
      message = error.description
    }
    #expect(message == "line 3, column 1: found 1 field, expected 2")
  }
}
