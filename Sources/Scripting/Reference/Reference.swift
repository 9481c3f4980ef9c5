import Lua

/// The reference of everything that scripts can call, made from the very values that check their
/// arguments.
public struct Reference {
  let modules: [HostModule]

  /// The reference of this version's API.
  public init() {
    let nowhere = ScriptContext(
      hasFixedClock: true, files: FileGrants(reading: []), messages: ScriptContext.Messages()
    ) { throw InputError(message: "there is no profile here", isMissing: true) }
    modules = ScriptAPI.modules(nowhere)
  }

  /// Every example, with the function it shows.
  public var examples: [(function: String, code: String)] {
    modules.flatMap { module in
      module.functions.map { (fullName($0, of: module), $0.example) }
    }
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
    let parameters = function.parameters.map { parameter in
      parameter.isOptional ? "[\(parameter.name)]" : parameter.name
    }
    return "\(name)(\(parameters.joined(separator: ", ")))"
  }
}
