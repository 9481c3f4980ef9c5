internal import CLuaShims

/// Fields whose values are names from lists, and the values read last: for the tables of a list, of which a
/// script passes many.
@safe
public final class ChoiceFields {
  // Invariant: the texts and the fields that refer to them live as long as the object, and do not change.
  fileprivate let fields: UnsafeMutableBufferPointer<lh_choice_field>
  private let choices: UnsafeMutableBufferPointer<lh_text>
  private let bytes: UnsafeMutableBufferPointer<CChar>
  fileprivate let chosen: UnsafeMutableBufferPointer<Int32>

  /// Creates fields.
  public init(_ declared: [(name: String, choices: [String])]) {
    let texts = declared.flatMap { [$0.name] + $0.choices }
    unsafe bytes = .allocate(capacity: texts.reduce(0) { $0 + $1.utf8.count } + 1)
    unsafe choices = .allocate(capacity: texts.count)
    unsafe fields = .allocate(capacity: declared.count)
    unsafe chosen = .allocate(capacity: declared.count)
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

  /// The index of the value of a field among its names, in the table read last; -1 without a value.
  public subscript(field: Int) -> Int { Int(unsafe chosen[field]) }
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

  /// Reads the fields of a table in a list whose length was read.
  ///
  /// - Parameters:
  ///   - slot: the list.
  ///   - item: the number of the table, from 1.
  ///   - fields: the fields, which receive the values.
  /// - Returns: `false` if the item is no table, or has another key or another value.
  public func read(_ slot: HostSlot, item: Int64, _ fields: ChoiceFields) -> Bool {
    unsafe lh_item_choices(
      context, self.slot(slot).index, item, fields.fields.baseAddress.unsafelyUnwrapped,
      Int32(fields.fields.count), fields.chosen.baseAddress.unsafelyUnwrapped)
  }
}
