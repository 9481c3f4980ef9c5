extension Rulebook {
  /// Opens every civil day up to one in a state, ladders examined on each, as an event of that day
  /// would before it counts.
  public func open(through day: CivilDay, in state: inout ProfileState) {
    guard state.keeping.contains(.journey), let open = state.journey.openDay, open < day else {
      return
    }
    state.journey.open(day, ladders)
  }
}
