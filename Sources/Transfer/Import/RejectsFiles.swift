import Foundation

/// The request for the location of a rejects file.
package struct RejectsFileRequest: Sendable {
  /// The number of the rejects file, from 1. Records of files with other columns are written to
  /// another one.
  package var number: Int
  /// The name of the file that its first record is from.
  package var source: String
  /// The paths of the earlier rejects files of the import.
  package var taken: [String]

  /// Whether a file on disk is a rejects file.
  package static func isRejects(_ path: String) -> Bool { TextStart.mark(ofFile: path) != nil }
}

/// The rejects files of an import, one for each set of columns.
struct RejectsFiles {
  /// A function that returns the location of a rejects file; `nil` if rejected records are not
  /// written.
  private let location: ((RejectsFileRequest) throws(InputFailure) -> FileLocation)?
  /// A function that creates the output for rejected records at a location.
  private let output: (FileLocation) throws -> any RejectsOutput
  private let repeated: RepeatedOptions
  private var files: [(header: [String], hasContext: Bool, file: RejectsFile)] = []

  /// - Parameter repeated: the options needed to import the records again.
  init(
    location: ((RejectsFileRequest) throws(InputFailure) -> FileLocation)?,
    output: ((FileLocation) throws -> any RejectsOutput)?, repeated: RepeatedOptions
  ) {
    self.location = location
    self.output = output ?? { try NewRejectsFile($0) }
    self.repeated = repeated
  }

  /// Appends rejected records to the file for their columns, which is created if necessary.
  ///
  /// - Parameters:
  ///   - header: the names of the columns of the original file.
  ///   - hasContext: whether the records have context.
  ///   - source: the name of the original file.
  mutating func append(
    _ records: () throws -> [RejectsFile.Record], _ problem: RowProblem, header: [String],
    hasContext: Bool, source: String
  ) throws {
    guard let location else { return }
    let file = try file(header, hasContext, source, location)
    for record in try records() { try file.append(record, problem) }
  }

  private mutating func file(
    _ header: [String], _ hasContext: Bool, _ source: String,
    _ location: (RejectsFileRequest) throws(InputFailure) -> FileLocation
  ) throws -> RejectsFile {
    let found = files.first { $0.header == header && $0.hasContext == hasContext }
    if let found { return found.file }
    let target = try location(
      RejectsFileRequest(
        number: files.count + 1, source: source, taken: files.map(\.file.location.path)))
    let file = RejectsFile(
      location: target, try output(target), header: header, hasContext: hasContext, repeated)
    files.append((header, hasContext, file))
    return file
  }

  /// Writes the files to disk, without publishing them.
  func sync() throws {
    for (_, _, file) in files { try file.sync() }
  }

  /// Publishes the files at their locations, and returns their paths.
  func publish() throws -> [String] {
    try files.map { _, _, file in
      try file.finish()
      return file.location.path
    }
  }

  /// Removes the files again.
  mutating func discard() {
    for (_, _, file) in files { file.discard() }
    files = []
  }
}
