package import Commands

/// The commands that record, and those that show and change history.
package enum RecordGroups {
  package static let record = SubcommandGroup(
    "Record:",
    [
      SparkCommand.self, TaskCommand.self, DoneCommand.self, MoodCommand.self, EntryCommand.self,
      HabitCommand.self, JournalCommand.self, RollCommand.self, BuyCommand.self,
      InboxCommand.self, EditCommand.self, RemoveCommand.self,
    ])

  /// The further commands about tasks.
  package static let tasks = SubcommandGroup(
    "Work on tasks:", [StartCommand.self, StopCommand.self, ReopenCommand.self], isCompact: true)

  package static let history = SubcommandGroup(
    "History and undo:",
    [LogCommand.self, UndoCommand.self, RedoCommand.self], isCompact: true)

  /// The commands that list.
  package static let otherLists: [any Subcommand.Type] = [LogCommand.self]

  /// The commands that bring together what was recorded in several copies.
  package static let exchange: [any Subcommand.Type] = [MergeCommand.self, SyncCommand.self]
}
