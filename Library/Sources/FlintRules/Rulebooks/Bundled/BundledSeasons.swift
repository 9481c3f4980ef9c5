import FlintCalendar

/// The quarters of `everyday` and their missions.
enum BundledSeasons {
  /// Returns the season of a quarter, which recurs every year.
  static func season(_ name: String) -> Season {
    let months: (Int, Int) =
      switch name {
      case "winter": (12, 3)
      case "spring": (3, 6)
      case "summer": (6, 9)
      default: (9, 12)
      }
    func day(_ month: Int) -> CivilDay? {
      CivilDay(year: CivilDay.nominalYear, month: month, day: 1)
    }
    var season = Season(from: day(months.0), before: day(months.1))
    season.isYearly = true
    return season
  }

  static let missions = winter + spring + summer + autumn

  private static let winter = [
    mission("winter-lamps", "Lamps in the Window", "winter", .spark, .days, 40),
    mission("winter-weather", "Indoor Weather", "winter", .mood, .days, 40),
    mission("winter-routines", "Warm Routines", "winter", .habitDone, .count, 100),
  ]

  private static let spring = [
    mission("spring-cleaning", "Spring Cleaning", "spring", .taskComplete, .count, 50),
    mission("spring-paths", "New Paths", "spring", .spark, .days, 45),
    mission("spring-shoots", "Green Shoots", "spring", .habitDone, .days, 50),
  ]

  private static let summer = [
    mission("summer-fireflies", "Fireflies", "summer", .spark, .count, 100),
    mission("summer-evenings", "Long Evenings", "summer", .mood, .days, 50),
    mission("summer-ease", "Easy Does It", "summer", .habitDone, .count, 100),
  ]

  private static let autumn = [
    mission("autumn-harvest", "Harvest Home", "autumn", .taskComplete, .count, 50),
    mission("autumn-walk", "Lantern Walk", "autumn", .spark, .days, 50),
    mission("autumn-wind", "Second Wind", "autumn", .habitDone, .count, 110),
  ]

  private static func mission(
    _ id: String, _ title: String, _ name: String, _ event: OccurrenceKind,
    _ form: EventMetric.Form, _ target: Int64
  ) -> MissionDefinition {
    var mission = BundledEveryday.mission(
      id, title, .window(.life), event, form, target, 70, .medium)
    mission.season = season(name)
    return mission
  }
}
