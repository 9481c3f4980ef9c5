/// The formats that are known by their headers.
public enum FormatCatalogue {
  /// Those of other apps, whose files are read whole.
  public static let apps: [any AppFormat] = AppFormats.all
  /// Those that are read record by record, Flint's own among them.
  public static let records: [any RecordFormat] = OwnFormats.all + AppFormats.records

  /// The names of all.
  public static var names: [String] { apps.map(\.name) + records.map(\.name) }

  /// The guide and the title of a format.
  public static func guide(_ name: String) -> (title: String, guide: FormatGuide)? {
    if let format = apps.first(where: { $0.name == name }) { return (format.title, format.guide) }
    return records.first { $0.name == name }.map { ($0.title, $0.guide) }
  }
}
