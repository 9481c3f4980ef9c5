import Lua

/// The reference of all functions that scripts can call, generated from the descriptions that check
/// their arguments.
package struct Reference {
  let modules: [HostModule]

  package var moduleNames: [String] { modules.map(\.name).filter { !$0.isEmpty } }

  /// The reference of this version's API.
  package init() {
    let context = ScriptContext(
      hasFixedClock: true, files: FileGrants(reading: []), messages: ScriptContext.Messages()
    ) { throw InputError(message: "no profile is open", isMissing: true) }
    modules = ScriptAPI.modules(context)
  }

  /// The reference of some modules.
  init(_ modules: [HostModule]) { self.modules = modules }

  /// The reference of the additional functions that test files can call.
  package static var tests: Reference { Reference(TestModule().modules) }

  /// The examples, each with the name of its function.
  package var examples: [(function: String, code: String)] {
    modules.flatMap { module in
      module.functions.map { (module.fullName(of: $0), $0.example) }
    }
  }

  /// Returns the documented fields of a function's first result; `nil` if there is no such function.
  func results(of name: String) -> [HostResult]? {
    modules.function(name)?.returns.first?.fields
  }

  /// Returns the form of a call: `spark.get(id)`, `spark.add{…}`.
  func call(_ function: HostFunction, of module: HostModule) -> String {
    let name = module.fullName(of: function)
    if function.parameters.count == 1, let only = function.parameters.first,
      case .table = only.type
    {
      return only.isOptional ? "\(name)[{…}]" : "\(name){…}"
    }
    let parameters = function.parameters.map { $0.isOptional ? "[\($0.name)]" : $0.name }
    return "\(name)(\(parameters.joined(separator: ", ")))"
  }
}

extension [HostModule] {
  /// Returns the function with a full name, such as `spark.add`, or with a former one.
  func function(_ name: String) -> HostFunction? {
    lazy.compactMap { module in
      module.callable.first { module.fullName(of: $0) == name }
    }.first
  }
}
