extension Event.Action {
  /// Whether what came before decides whether it has an effect.
  public var hasPrecondition: Bool {
    switch kind {
    case .spark, .taskAdd, .questLevel, .journeyStart, .activity, .mood, .moodFill,
      .trackerCreate:
      false
    default: true
    }
  }

  /// Whether it says what trackers or quest sets there are.
  public var isDefinition: Bool {
    switch kind {
    case .questLoad, .trackerCreate, .trackerUpdate: true
    default: false
    }
  }

  /// Whether it creates what goes by its name: one thing per name, which a later creation changes.
  public var createsNamed: Bool {
    switch kind {
    case .trackerCreate, .projectAdd, .questLoad: true
    default: false
    }
  }

  /// Why it cannot happen on a civil day, whatever came before.
  public func problem(on day: CivilDay) -> VoidReason? {
    let mentioned: CivilDay? =
      switch self {
      case .journey(.start(let start)): start
      case .mood(.record(let rating)): rating.day
      default: nil
      }
    return mentioned.flatMap { $0 > day ? .laterDay : nil }
  }
}
