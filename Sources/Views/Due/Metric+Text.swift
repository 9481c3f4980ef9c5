import Rules

extension Metric {
  /// Returns a count with the unit of the metric, such as `2 idea sparks`.
  func text(of count: Int64) -> String {
    switch self {
    case .sparks(let category, let intensity, let hour):
      let kind = category.map { "\($0.name) " } ?? ""
      return counted(count, kind + "spark") + Metric.text(of: intensity)
        + (hour.map { " before \($0):00" } ?? "")
    case .sparkDays: return counted(count, "day") + " with a spark"
    case .distinctCategories: return counted(count, "category", "categories")
    case .earnedPoints, .totalPoints: return counted(count, "point")
    case .missionsCompleted(let window):
      let kind =
        switch window {
        case .day: "daily "
        case .week: "weekly "
        case .life: "lifetime "
        case nil: ""
        }
      return counted(count, kind + "mission")
    case .cards(let category, let rarity):
      let kind = [rarity?.name, category?.name].compactMap(\.self).map { $0 + " " }.joined()
      return counted(count, "new \(kind)card")
    case .streak: return counted(count, "day") + " of streak"
    case .overloads: return counted(count, "overload")
    case .level: return counted(count, "level")
    case .tasks: return counted(count, "task")
    case .taskScore: return counted(count, "point") + " of task score"
    case .moods: return counted(count, "rated day")
    case .activities: return counted(count, "activity", "activities")
    case .questSteps: return counted(count, "quest step")
    case .entries: return counted(count, "tracker entry", "tracker entries")
    }
  }

  private static func text(of intensity: Intensity?) -> String {
    switch intensity {
    case nil, .low: ""
    case .extreme: " of extreme intensity"
    case .some(let intensity): " of \(intensity.name) intensity or more"
    }
  }
}
