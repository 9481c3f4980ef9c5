internal import CLuaShims

/// Passes the declared parameters to C, which checks arguments against them.
@safe
struct Signatures {
  let context: UnsafeMutablePointer<lh_context>

  /// - Parameter functions: the functions of all modules in order; their addresses are passed to C.
  func declare(_ modules: [HostModule], as functions: [DeclaredFunction]) {
    var functions = functions.makeIterator()
    for module in modules {
      let number = unsafe with(module.name) { unsafe lh_declare_module(context, $0, $1) }
      if let denial = module.denial {
        unsafe with(denial) { unsafe lh_declare_denial(context, number, $0, $1) }
      }
      for _ in module.functions {
        if let function = functions.next() { declare(function, in: number) }
      }
    }
  }

  private func declare(_ declared: DeclaredFunction, in module: Int32) {
    let parameters = declared.function.parameters
    let address = unsafe Unmanaged.passUnretained(declared).toOpaque()
    let number = unsafe with(declared.function.name) {
      unsafe lh_declare_function(context, module, $0, $1, Int32(parameters.count), address)
    }
    var slot: Int32 = 0
    for (position, parameter) in parameters.enumerated() {
      unsafe declare(parameter, of: number, under: nil, at: position, slot: &slot)
    }
    unsafe lh_declare_slots(context, number, slot)
  }

  private func declare(
    _ field: HostField, of function: Int32, under parent: OpaquePointer?, at position: Int,
    slot: inout Int32
  ) {
    let declared = unsafe with(field.name) {
      unsafe lh_declare_field(
        context, function, parent, Int32(position), $0, $1, field.type.kinds, field.isOptional,
        slot)
    }
    if case .table(let fields) = field.type {
      unsafe lh_declare_fields(declared, Int32(fields.count))
      for (position, inner) in fields.enumerated() {
        unsafe declare(inner, of: function, under: declared, at: position, slot: &slot)
      }
    } else {
      unsafe constrain(declared, field.type)
      slot += 1
    }
  }

  private func constrain(_ declared: OpaquePointer, _ type: HostType) {
    switch type {
    case .integer(let range?):
      unsafe lh_declare_integers(declared, range.lowerBound, range.upperBound)
    case .number(let range?):
      unsafe lh_declare_numbers(declared, range.lowerBound, range.upperBound)
    case .choice(let names, let numbers):
      unsafe lh_declare_choices(declared, Int32(names.count))
      for (position, name) in names.enumerated() {
        let number = numbers.indices.contains(position) ? numbers[position] : nil
        unsafe with(name) {
          unsafe lh_declare_choice(
            declared, Int32(position), $0, $1, number != nil, number ?? 0)
        }
      }
    case .either(let first, let second):
      unsafe constrain(declared, first)
      unsafe constrain(declared, second)
    default: break
    }
  }

  private func with<R>(_ text: String, _ body: (UnsafePointer<CChar>, Int) -> R) -> R {
    let count = text.utf8.count
    return unsafe text.withCString { unsafe body($0, count) }
  }
}

extension HostType {
  var kinds: Int32 {
    let kind =
      switch self {
      case .boolean: LH_KIND_BOOLEAN
      case .integer: LH_KIND_INTEGER
      case .number: LH_KIND_NUMBER
      case .string: LH_KIND_STRING
      case .choice: LH_KIND_CHOICE
      case .any: LH_KIND_ANY
      case .function: LH_KIND_FUNCTION
      case .stringList: LH_KIND_STRINGS
      case .table: LH_KIND_TABLE
      case .either(let first, let second): Int(first.kinds | second.kinds)
      }
    return Int32(kind)
  }
}
