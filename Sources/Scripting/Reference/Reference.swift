import Lua

/// The reference of everything that scripts can call, made from the very values that check their
/// arguments.
public struct Reference {
  let modules: [HostModule]

  /// The names of the modules that scripts find.
  public var moduleNames: [String] { modules.map(\.name).filter { !$0.isEmpty } }

  /// The reference of this version's API.
  public init() {
    let nowhere = ScriptContext(
      hasFixedClock: true, files: FileGrants(reading: []), messages: ScriptContext.Messages()
    ) { throw InputError(message: "there is no profile here", isMissing: true) }
    modules = ScriptAPI.modules(nowhere)
  }

  private init(_ modules: [HostModule]) { self.modules = modules }

  /// The reference of what test files can call besides.
  public static var tests: Reference { Reference(TestModule().modules) }

  /// Every example, with the function it shows.
  public var examples: [(function: String, code: String)] {
    modules.flatMap { module in
      module.functions.map { (fullName($0, of: module), $0.example) }
    }
  }

  /// The fields that are told of a function's first result; `nil` when there is no such function.
  func results(of name: String) -> [HostResult]? {
    for module in modules {
      for function in module.functions where fullName(function, of: module) == name {
        return function.returns.first?.fields
      }
    }
    return nil
  }

  func fullName(_ function: HostFunction, of module: HostModule) -> String {
    module.name.isEmpty ? function.name : module.name + "." + function.name
  }

  /// How a call is written: `spark.get(id)`, `spark.add{…}`.
  func call(_ function: HostFunction, of module: HostModule) -> String {
    let name = fullName(function, of: module)
    if function.parameters.count == 1, let only = function.parameters.first,
      case .table = only.type
    {
      return only.isOptional ? "\(name)[{…}]" : "\(name){…}"
    }
    let parameters = function.parameters.enumerated().map { place, parameter in
      if isNilBeforeOthers(place, of: function) { return "\(parameter.name) or nil" }
      return parameter.isOptional ? "[\(parameter.name)]" : parameter.name
    }
    return "\(name)(\(parameters.joined(separator: ", ")))"
  }

  /// Whether a parameter may be nil but not left out, since one behind it must be given.
  func isNilBeforeOthers(_ place: Int, of function: HostFunction) -> Bool {
    function.parameters[place].isOptional
      && function.parameters[(place + 1)...].contains { !$0.isOptional }
  }
}

extension [HostModule] {
  /// The function of a full name, such as `spark.add`.
  func function(_ name: String) -> HostFunction? {
    for module in self {
      for function in module.functions
      where (module.name.isEmpty ? function.name : "\(module.name).\(function.name)") == name {
        return function
      }
    }
    return nil
  }
}
