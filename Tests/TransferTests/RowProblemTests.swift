import FlintRules
import FlintSchema
import Testing
import Transfer

@Suite struct `Problems of rows` {
  @Test func `name the column of a field, its text and the expectation`() {
    let error = FieldError(field: "title", expected: "a title that is not empty", found: "\" \"")
    #expect(RowProblem(error).description == "title \" \": expected a title that is not empty")
    #expect(RowProblem(error, column: "Name").column == "Name")
  }
}
