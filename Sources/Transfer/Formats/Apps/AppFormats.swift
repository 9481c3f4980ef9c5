package enum AppFormats {
  /// The formats whose files are read into memory, in the order of their names. No file belongs to
  /// two of them.
  package static let readWhole: [any AppFormat] = [
    DaylioFormat(), HabiticaFormat(), HarshFormat(), LoopFormat(), TaskwarriorFormat(),
    TickTickFormat(), TimewarriorFormat(), TodoistFormat(),
  ]

  /// The formats whose files may have any length and are read record by record.
  package static let readByRecord: [any RecordFormat] = [
    AppleHealthFormat(), IgnitionFormat(), StreaksFormat(), TogglFormat(),
  ]
}
