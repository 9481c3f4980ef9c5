import Rules
import Testing
import Transfer

@Suite struct `Problems of rows` {
  @Test func `one about a field names the column, what it says and what was expected`() {
    let error = FieldError(field: "title", expected: "a title that is not empty", found: "\" \"")
    #expect(RowProblem(error).description == "title \" \": expected a title that is not empty")
    #expect(RowProblem(error, column: "Name").column == "Name")
  }
}
