internal import CLuaShims

/// The declared parameters in the form in which C checks arguments against them.
@safe
final class Signatures {
  // Invariant: C reads the blocks until the state is closed; the bridge, which owns them, outlives it.
  private(set) var declarations = unsafe lh_declarations()
  private var blocks: [UnsafeMutableRawPointer] = unsafe []
  private var fieldCount: Int32 = 0

  /// - Parameter functions: the functions of all modules in order; their addresses are passed to C.
  init(_ modules: [HostModule], as functions: [DeclaredFunction]) {
    var declared = functions.makeIterator()
    var records: [lh_function] = unsafe []
    unsafe declarations.modules = block(
      modules.enumerated().map { number, module in
        for _ in module.callable {
          if let next = declared.next() { unsafe records.append(function(next, in: Int32(number))) }
        }
        return unsafe lh_module(name: text(module.name), denial: text(module.denial ?? ""))
      })
    unsafe declarations.functions = block(records)
    unsafe declarations.module_count = Int32(modules.count)
    unsafe declarations.function_count = Int32(records.count)
  }

  deinit {
    unsafe blocks.forEach { unsafe $0.deallocate() }
  }

  private func function(_ declared: DeclaredFunction, in module: Int32) -> lh_function {
    var next: Int32 = 0
    let parameters = unsafe fields(declared.function.parameters, isInner: false, slot: &next)
    let count = declared.function.parameters.count
    return unsafe lh_function(
      name: text(declared.function.name), host: Unmanaged.passUnretained(declared).toOpaque(),
      module: module, parameter_count: Int32(count), slot_count: next,
      kept_count: Int32(declared.function.parameters.reduce(0) { $0 + $1.type.kept }),
      parameters: parameters)
  }

  private func fields(
    _ fields: [HostField], isInner: Bool, slot: inout Int32
  ) -> UnsafePointer<lh_field>? {
    var records: [lh_field] = unsafe []
    for field in fields {
      unsafe records.append(record(field, isInner: isInner, slot: &slot))
    }
    return unsafe block(records)
  }

  private func record(_ field: HostField, isInner: Bool, slot: inout Int32) -> lh_field {
    fieldCount += 1
    var record = unsafe lh_field(
      name: text(field.name), number: fieldCount, kinds: field.type.kinds, slot: slot,
      optional: field.isOptional,
      kept: isInner && field.type.isKept, low: .min, high: .max, number_low: -.infinity,
      number_high: .infinity, choices: nil, choice_count: 0, field_count: 0, fields: nil)
    if case .table(let inner) = field.type {
      unsafe record.fields = fields(inner, isInner: true, slot: &slot)
      unsafe record.field_count = Int32(inner.count)
    } else {
      unsafe constrain(&record, field.type)
      slot += 1
    }
    return unsafe record
  }

  private func constrain(_ record: inout lh_field, _ type: HostType) {
    switch type {
    case .integer(let range?):
      unsafe (record.low, record.high) = (range.lowerBound, range.upperBound)
    case .number(let range?):
      unsafe (record.number_low, record.number_high) = (range.lowerBound, range.upperBound)
    case .choice(let names, let numbers):
      unsafe record.choice_count = Int32(names.count)
      unsafe record.choices = block(
        names.enumerated().map { position, name in
          let number = numbers.indices.contains(position) ? numbers[position] : nil
          return unsafe lh_choice(name: text(name), numbered: number != nil, number: number ?? 0)
        })
    case .either(let first, let second):
      unsafe constrain(&record, first)
      unsafe constrain(&record, second)
    default: break
    }
  }

  /// Copies records, or the bytes of a text, into a block of this object.
  private func block<Record>(_ records: [Record]) -> UnsafePointer<Record>? {
    guard !records.isEmpty else { return nil }
    let block = UnsafeMutablePointer<Record>.allocate(capacity: records.count)
    unsafe block.initialize(from: records, count: records.count)
    unsafe blocks.append(block)
    return unsafe UnsafePointer(block)
  }

  private func text(_ text: String) -> lh_text {
    let bytes = text.utf8.map { CChar(bitPattern: $0) } + [0]
    let start = unsafe block(bytes).unsafelyUnwrapped  // there is always the final zero
    return unsafe lh_text(text: start, length: bytes.count - 1)
  }
}

extension HostType {
  var kinds: Int32 {
    let kind =
      switch self {
      case .boolean: LH_KIND_BOOLEAN
      case .integer: LH_KIND_INTEGER
      case .number: LH_KIND_NUMBER
      case .string, .written: LH_KIND_STRING
      case .choice: LH_KIND_CHOICE
      case .any: LH_KIND_ANY
      case .function: LH_KIND_FUNCTION
      case .stringList: LH_KIND_STRINGS
      case .table: LH_KIND_TABLE
      case .either(let first, let second): Int(first.kinds | second.kinds)
      }
    return Int32(kind)
  }

  /// Whether a slot of this type refers to a value on the stack.
  var isKept: Bool {
    kinds & Int32(LH_KIND_ANY | LH_KIND_FUNCTION | LH_KIND_STRINGS | LH_KIND_TABLE) != 0
  }

  /// The greatest number of values inside a table that stay on the stack during a call.
  var kept: Int {
    guard case .table(let fields) = self else { return 0 }
    return fields.reduce(0) { $0 + ($1.type.isKept ? 1 : 0) + $1.type.kept }
  }
}
