public import Calendar

extension Rulebook {
  /// Opens every civil day through one in a state and examines the ladders on each, as an event of
  /// that day would before it is counted.
  public func open(through day: CivilDay, in state: inout ProfileState) {
    guard state.retained.contains(.journey), let open = state.journey.openDay, open < day else {
      return
    }
    state.journey.open(day, ladders)
  }
}
