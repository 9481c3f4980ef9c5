package enum FormatCatalogue {
  /// The formats of other apps whose files are read into memory.
  package static let apps: [any AppFormat] = AppFormats.readWhole
  /// The formats whose files are read record by record, including Flint's own.
  package static let records: [any RecordFormat] = OwnFormats.all + AppFormats.readByRecord

  package static var names: [String] { apps.map(\.name) + records.map(\.name) }

  /// Returns the title and the guide of a format; `nil` if there is no format with the name.
  package static func guide(_ name: String) -> (title: String, guide: FormatGuide)? {
    if let format = apps.first(where: { $0.name == name }) { return (format.title, format.guide) }
    return records.first { $0.name == name }.map { ($0.title, $0.guide) }
  }
}
