import FlintJSON
import FlintSchema
import Testing
import Views

/// How tables show numbers of results.
struct ResultStyleTests {
  @Test(arguments: [
    (20_045.17, ResultStyle.rounded(6), "20,045.2"), (1_234_567.8, .rounded(6), "1,234,568"),
    (0.33634, .rounded(4), "0.3363"), (10, .rounded(6), "10"), (0, .rounded(6), "0"),
    (-9.00781, .signed(6), "−9.00781"), (0.5, .signed(3), "+0.5"),
    (0.1635, .points, "+16.35"), (-0.05, .points, "−5"),
    (-0.7361, .deviation, "−0.74"), (0.0001, .deviation, "+0.00"), (-0.004, .deviation, "+0.00"),
  ])
  func `round without scientific notation`(number: Double, style: ResultStyle, text: String) {
    #expect(Language.english.text(.number(number), style) == text)
  }

  @Test func `show an interval as one text`() {
    let ends = FieldValue.json(.array([.number(-0.058), .number(0.0393)]))
    #expect(Language.english.text(ends, .points) == "−5.8 to +3.93")
  }
}
