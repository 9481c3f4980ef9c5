package import ArgumentParser
package import Sessions

/// The options of a list: its format, rows, columns and order.
@dynamicMemberLookup
package struct ResultOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: ResultFormat.help) package var format = ResultFormat.table
  @OptionGroup package var selection: RowSelection
  @Flag(name: .shortAndLong, help: .quiet) package var quiet = false

  /// Accepted but not shown in the help: the command changes nothing anyway.
  @Flag(help: .hidden) package var dryRun = false

  package subscript<Value>(dynamicMember member: KeyPath<RowSelection, Value>) -> Value {
    selection[keyPath: member]
  }

  package subscript<Value>(dynamicMember member: WritableKeyPath<RowSelection, Value>) -> Value {
    get { selection[keyPath: member] }
    set { selection[keyPath: member] = newValue }
  }

  /// How many rows a long list needs; `nil` for all.
  package func mostRead(_ session: Session) -> Int? {
    selection.conditions.isEmpty && selection.order == nil ? mostShown(session) : nil
  }

  /// How many rows a long list shows; `nil` for all.
  package func mostShown(_ session: Session) -> Int? { selection.mostShown(in: format, session) }

  /// Prints a note about rows that a table omits although `--limit` was not given.
  package func note(_ text: @autoclosure () -> String) {
    if format == .table, !quiet, selection.limit == nil {
      Commands.note("\(text()); --limit 0 shows all")
    }
  }

  package init() {}
}
