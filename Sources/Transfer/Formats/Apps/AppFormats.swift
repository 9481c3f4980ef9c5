/// The formats of other apps that Flint reads.
public enum AppFormats {
  /// Those whose files are read whole, in the order of their names. No file is claimed by two.
  public static let all: [any AppFormat] = [
    DaylioFormat(), HabiticaFormat(), LoopFormat(), TaskwarriorFormat(), TickTickFormat(),
    TodoistFormat(),
  ]

  /// Those whose files may be of any length and are read record by record.
  public static let records: [any RecordFormat] = [IgnitionFormat()]
}
