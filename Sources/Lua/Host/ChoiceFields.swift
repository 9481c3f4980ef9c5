internal import CLuaShims

/// Fields whose values are names from lists, and the values of the tables read last: for the tables of a list,
/// of which a script passes many.
@safe
public final class ChoiceFields {
  /// The greatest number of tables that are read at once.
  fileprivate static let mostTables = 32

  // Invariant: the texts and the fields that refer to them live as long as the object, and do not change.
  // `chosen` has room for the values of `mostTables` tables, all of them initialized.
  fileprivate let fields: UnsafeMutableBufferPointer<lh_choice_field>
  private let choices: UnsafeMutableBufferPointer<lh_text>
  private let bytes: UnsafeMutableBufferPointer<CChar>
  private let count: Int
  fileprivate let chosen: UnsafeMutableBufferPointer<Int32>

  /// Creates fields.
  public init(_ declared: [(name: String, choices: [String])]) {
    let texts = declared.flatMap { [$0.name] + $0.choices }
    count = declared.count
    unsafe bytes = .allocate(capacity: texts.reduce(0) { $0 + $1.utf8.count } + 1)
    unsafe choices = .allocate(capacity: texts.count)
    unsafe fields = .allocate(capacity: declared.count)
    unsafe chosen = .allocate(capacity: declared.count * Self.mostTables)
    unsafe chosen.initialize(repeating: -1)
    var (position, text) = (0, 0)
    func add(_ name: String) -> lh_text {
      let start = position
      for byte in name.utf8 {
        unsafe bytes.initializeElement(at: position, to: CChar(bitPattern: byte))
        position += 1
      }
      return unsafe lh_text(
        text: UnsafePointer(bytes.baseAddress.unsafelyUnwrapped + start), length: position - start)
    }
    for (index, field) in declared.enumerated() {
      let name = unsafe add(field.name)
      let first = text
      for choice in field.choices {
        unsafe choices.initializeElement(at: text, to: add(choice))
        text += 1
      }
      unsafe fields.initializeElement(
        at: index,
        to: lh_choice_field(
          name: name, choices: UnsafePointer(choices.baseAddress.unsafelyUnwrapped + first),
          choice_count: Int32(field.choices.count)))
    }
  }

  deinit {
    unsafe fields.deallocate()
    unsafe choices.deallocate()
    unsafe bytes.deallocate()
    unsafe chosen.deallocate()
  }

  /// The index of the value of a field among its names; -1 without a value.
  ///
  /// - Parameters:
  ///   - table: the number of the table among those read last, from 0.
  ///   - field: the number of the field, from 0.
  public subscript(table: Int, field: Int) -> Int {
    precondition(0..<Self.mostTables ~= table && 0..<count ~= field)
    return Int(unsafe chosen[table * count + field])
  }
}

extension HostCall {
  /// The length of the list in a slot; `nil` if it is none, or has other keys than 1…n.
  ///
  /// - Parameter isKnown: whether it is known to be a list, so that its keys are not counted.
  public func listLength(_ slot: HostSlot, isKnown: Bool = false) -> Int64? {
    let argument = self.slot(slot)
    guard argument.tag == LH_TABLE, unsafe lh_reserve_stack(context, 6),
      unsafe isKnown || lh_table_is_sequence(context, argument.index)
    else { return nil }
    return Int64(clamping: unsafe lh_table_length(context, argument.index))
  }

  /// Reads the fields of the next tables in a list whose length was read.
  ///
  /// - Parameters:
  ///   - slot: the list.
  ///   - items: the numbers of the tables, from 1; the first of them are read at once.
  ///   - fields: the fields, which receive the values.
  /// - Returns: the number of tables read; 0 if the first item is no table, or has another key or another
  ///   value.
  public func read(_ slot: HostSlot, items: ClosedRange<Int64>, _ fields: ChoiceFields) -> Int {
    let most = min(items.upperBound - items.lowerBound, Int64(ChoiceFields.mostTables - 1)) + 1
    return Int(
      unsafe lh_item_choices(
        context, self.slot(slot).index, items.lowerBound, Int32(most),
        fields.fields.baseAddress.unsafelyUnwrapped, Int32(fields.fields.count),
        fields.chosen.baseAddress.unsafelyUnwrapped))
  }
}
