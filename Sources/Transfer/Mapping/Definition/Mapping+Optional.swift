import FlintSchema

/// Mappings with `optional = true`, for files of different releases of an app.
extension Mapping {
  /// Returns the mapping without what it reads from columns that a file lacks, if it is optional.
  ///
  /// - Parameter header: the names of the file's columns.
  func fitted(to header: [String]) -> Mapping {
    if !isOptional { return self }
    let positions = ColumnPositions(header)
    var fitted = self
    fitted.events = events.compactMap { $0.fitted { positions[$0] != nil } }
    // Without a column that has to be there, the message is about that column.
    if fitted.events.isEmpty { return self }
    if let zone = notation.zoneSource?.column, positions[zone] == nil {
      fitted.notation.zoneSource = nil
    }
    return fitted
  }
}

extension EventMapping {
  /// Returns the event without the sources whose columns are absent; `nil` without its value.
  fileprivate func fitted(_ isPresent: (String) -> Bool) -> EventMapping? {
    var fitted = self
    fitted.sources = sources.compactMapValues { $0.fitted(isPresent) }
    // A tracker gets all fields, since later files may have the columns.
    fitted.ownFields = ownFields.map { field in
      OwnField(
        field: field.field,
        source: field.source.fitted(isPresent) ?? MappingSource(.constant(.nothing)))
    }
    // A part of an id would be that of several rows.
    fitted.id = id.flatMap { $0.columns.allSatisfy(isPresent) ? $0 : nil }
    let hasValue = EntryMapper.values.contains { fitted.has($0) }
    if kind == .entry, !hasValue { return nil }
    let isComplete = kind.fields.allSatisfy {
      !$0.isRequired || fitted.has($0.name) || !has($0.name)
    }
    return isComplete ? fitted : nil
  }
}

extension MappingSource {
  /// Returns the source with those of its columns that are present; `nil` if there are none.
  fileprivate func fitted(_ isPresent: (String) -> Bool) -> MappingSource? {
    switch location {
    case .constant, .function: return self
    case .span: return columns.allSatisfy(isPresent) ? self : nil
    case .columns(let names):
      var fitted = self
      let left = names.filter { isPresent(form?.lookup?.column($0) ?? $0) }
      // The column of each day is not named.
      if left.isEmpty, !names.isEmpty { return nil }
      fitted.location = .columns(left)
      if case .column(let unit)? = form?.unit, !isPresent(unit) { fitted.form?.unit = nil }
      return fitted
    }
  }
}
