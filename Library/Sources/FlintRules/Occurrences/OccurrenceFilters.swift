import FlintCalendar

/// The selectors of several rules or missions, compiled and listed by kind of occurrence.
struct OccurrenceFilters: Sendable {
  /// What a selector names, folded as keys are.
  private struct Names: Sendable {
    let tracker: String?
    let tag: String?
    let project: String?

    init(_ selector: OccurrenceSelector) {
      tracker = selector.tracker.map(ProjectName.key(of:))
      tag = selector.tag.map(ProjectName.key(of:))
      project = selector.project.map(ProjectName.key(of:))
    }

    func select(
      _ occurrence: Occurrence, _ names: OccurrenceNames, _ trackers: borrowing TrackersState
    ) -> Bool {
      if let tracker {
        guard let id = occurrence.tracker else { return false }
        // A day of a habit is also that of the groups that it completes.
        let groups = occurrence.kind == .habitDone ? names.groups : []
        if !trackers.isTracker(id, named: tracker),
          !groups.contains(where: { trackers.isTracker($0, named: tracker) })
        {
          return false
        }
      }
      if let tag, !names.tags.contains(tag) { return false }
      if let project, names.project != project { return false }
      return true
    }
  }

  private let lists: FixedTable<FixedTable<OccurrenceFilter>>
  private let names: [Names]
  private let storage = TableStorage()

  /// - Parameter selectors: the selectors; each filter has the position of its selector.
  init(_ selectors: [OccurrenceSelector], in definition: RulebookDefinition) {
    let storage = storage
    lists = storage.table(
      OccurrenceKind.allCases.map { kind in
        storage.table(
          selectors.enumerated().filter { $1.event == kind }.map {
            OccurrenceFilter($1, position: $0, in: definition)
          })
      })
    names = selectors.map(Names.init)
  }

  /// The filters of the occurrences of a kind, in the order of their positions.
  @inline(__always)
  subscript(kind: OccurrenceKind) -> FixedTable<OccurrenceFilter> { lists[Int(kind.rawValue)] }

  /// Returns whether a filter of the occurrence's kind selects it.
  @inline(__always)
  func select(
    _ occurrence: Occurrence, _ names: OccurrenceNames, by filter: OccurrenceFilter,
    at time: OccurrenceTime, _ trackers: borrowing TrackersState
  ) -> Bool {
    filter.selects(cell: occurrence.cell, at: time)
      && (!filter.hasNames || self.names[filter.position].select(occurrence, names, trackers))
  }
}
