import FlintRules
import FlintSchema

/// The original records of the units of an app's files. They are read only when one is needed, since
/// few records are rejected, and their fields take more memory than their meaning.
struct OriginalRecords {
  private let format: any AppFormat
  private let files: [WholeFile]
  private let context: ReadingContext
  private var reading: FormatReading?

  /// - Parameter files: the files, from which units without original records were read.
  init(_ format: any AppFormat, _ files: [WholeFile], _ context: ReadingContext) {
    self.format = format
    self.files = files.map { file in
      var file = file
      file.keepsOriginals = true
      return file
    }
    self.context = context
  }

  private mutating func read() throws(FormatProblem) -> FormatReading {
    if let reading { return reading }
    let reading = try format.read(files, context)
    self.reading = reading
    return reading
  }

  /// Returns the records of a unit, and the order that the dates of a file have determined.
  mutating func records(
    ofUnit index: Int, file: Int
  ) throws(FormatProblem) -> (records: [OriginalRecord], dates: DateOrder?) {
    let reading = try read()
    return (reading.units[index].originals, reading.dateOrders[file])
  }

  mutating func haveText(in column: Int, of file: Int) throws(FormatProblem) -> Bool {
    try read().units.contains { unit in
      unit.originals.contains { original in
        original.file == file && column < original.fields.count
          && !original.fields[column].trimmedWhitespace.isEmpty
      }
    }
  }
}
