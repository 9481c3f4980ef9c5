package import Commands

/// The commands that show a profile.
package enum LookGroup {
  package static let look = SubcommandGroup(
    "Look:",
    [
      TodayCommand.self, WeekCommand.self, StatusCommand.self, StatsCommand.self,
      DueCommand.self, CalendarCommand.self, YearCommand.self, ReportCommand.self,
      DemoCommand.self,
    ])

  package static let lists = SubcommandGroup(
    "Lists:",
    [
      SparksCommand.self, CardsCommand.self, PoolsCommand.self, MissionsCommand.self,
      TasksCommand.self, QuestsCommand.self, MoodsCommand.self, JourneyCommand.self,
      AchievementsCommand.self, TrackersCommand.self, HabitsCommand.self, ListCommand.self,
    ], isCompact: true)

  /// The commands of the other group that list.
  package static let otherLists: [any Subcommand.Type] = [DueCommand.self]
}
