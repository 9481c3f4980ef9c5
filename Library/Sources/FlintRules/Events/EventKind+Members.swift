package import FlintSchema

extension EventKind {
  /// Returns the kinds of the events that refer to what another event created.
  ///
  /// - Parameter member: the member of their content that names it: `task`, `tracker` or `set`.
  package static func referring(by member: String) -> [EventKind] {
    allCases.filter { kind in kind.members.contains { $0.name == member } }
  }

  /// The members of the content of such an event, with their types; none for a quest set, whose content
  /// has a form of its own.
  package var members: [FieldDeclaration] {
    switch self {
    case .spark: Spark.schema.declarations
    case .roll: [Self.required("category", SparkCategory.fieldType)]
    case .taskAdd: TaskContent.schema.declarations
    case .taskComplete, .taskReopen, .taskStart, .taskStop: [Self.required("task", .id)]
    case .taskUpdate: [Self.required("task", .id)] + TaskContent.schema.declarations
    case .projectAdd: ProjectContent.schema.declarations
    case .projectRename: [Self.name("from"), Self.name("to")]
    case .projectRemove: [Self.name("name")]
    case .questLoad: []
    case .questComplete: [Self.name("set"), Self.name("node")]
    case .questReset:
      ["set", "mission", "node"].map(Self.name)
        + [
          FieldDeclaration("everything", .boolean, "Whether all sets are meant."),
          FieldDeclaration("cascade", .boolean, "Whether nodes that depend on it are meant, too."),
        ]
    case .questGate: [Self.name("set"), Self.name("gate")]
    case .questLevel: [FieldDeclaration("level", .integer, "The level.")]
    case .journeyStart: [Self.required("day", .day)]
    case .activity: Activity.schema.declarations
    case .mood: MoodContent.schema.declarations
    case .moodFill: [Self.required("on", .boolean)]
    case .trackerCreate: TrackerContent.schema.declarations
    case .trackerUpdate:
      [Self.required("tracker", .id)] + TrackerContent.schema.declarations
        + [
          FieldDeclaration("remove_fields", .list, "The names of removed fields."),
          FieldDeclaration("add_fields", .structure("table"), "The added fields."),
        ]
    case .trackerEntry: EntryContent.schema.declarations
    case .habit: HabitContent.schema.declarations
    case .habitSkip: HabitSkip.schema.declarations
    case .habitPause, .habitResume: HabitPause.schema.declarations
    case .currencyGrant: CurrencyGrant.schema.declarations
    case .poolRoll: PoolRoll.schema.declarations
    case .poolExchange, .poolChoose: PoolChoice.schema.declarations
    case .cardBuy: CardPurchase.schema.declarations
    }
  }

  private static func required(_ name: String, _ type: FieldType) -> FieldDeclaration {
    FieldDeclaration(name, type, "The \(name).", isRequired: true)
  }

  private static func name(_ name: String) -> FieldDeclaration {
    FieldDeclaration(name, .line(maximum: nil), "The \(name).")
  }
}
