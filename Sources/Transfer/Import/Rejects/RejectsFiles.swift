import Foundation

package struct RejectsFileRequest: Sendable {
  /// The number of the rejects file, from 1. Records of files with other columns are written to
  /// another one.
  package var number: Int
  /// The name of the file that its first record is from.
  package var source: String
  /// The paths of the earlier rejects files of the import.
  package var taken: [String]

  package static func isRejects(_ path: String) -> Bool { TextStart.mark(ofFile: path) != nil }
}

/// The rejects files of an import, one for each set of columns and of options needed to import its
/// records again.
struct RejectsFiles {
  /// A function that returns the location of a rejects file; `nil` if rejected records are not
  /// written.
  private let location: ((RejectsFileRequest) throws(InputFailure) -> FileLocation)?
  private let output: (FileLocation) throws -> any RejectsOutput
  /// The options needed to import the records again, for the files that are being read.
  var repeated: RepeatedOptions
  private var files: [(header: [String], options: RepeatedOptions, file: RejectsFile)] = []

  /// - Parameter repeated: the options needed to import the records again.
  init(
    location: ((RejectsFileRequest) throws(InputFailure) -> FileLocation)?,
    output: ((FileLocation) throws -> any RejectsOutput)?, repeated: RepeatedOptions
  ) {
    self.location = location
    self.output = output ?? { try NewRejectsFile($0) }
    self.repeated = repeated
  }

  /// Appends rejected records to the files for their columns and options, which are created if
  /// necessary.
  ///
  /// - Parameter header: the names of the columns of the original file.
  mutating func append(
    _ records: () throws -> [RejectsFile.Record], _ problem: RowProblem, header: [String],
    source: String
  ) throws {
    guard let location else { return }
    for record in try records() {
      var options = repeated
      options.dates = options.dates ?? record.dates
      options.needsOriginal = record.needsOriginal
      try file(header, options, source, location).append(record, problem)
    }
  }

  private mutating func file(
    _ header: [String], _ options: RepeatedOptions, _ source: String,
    _ location: (RejectsFileRequest) throws(InputFailure) -> FileLocation
  ) throws -> RejectsFile {
    if let found = files.first(where: { $0.header == header && $0.options == options }) {
      return found.file
    }
    let target = try location(
      RejectsFileRequest(
        number: files.count + 1, source: source, taken: files.map(\.file.location.path)))
    let file = RejectsFile(location: target, try output(target), header: header, options)
    files.append((header, options, file))
    return file
  }

  /// Writes the files to disk, without publishing them.
  func sync() throws {
    for (_, _, file) in files { try file.sync() }
  }

  func publish() throws -> [ImportReport.WrittenRejects] {
    try files.map { _, options, file in
      try file.finish()
      return .init(path: file.location.path, needsOriginal: options.needsOriginal)
    }
  }

  mutating func discard() {
    for (_, _, file) in files { file.discard() }
    files = []
  }
}
