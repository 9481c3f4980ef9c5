/// A group of host functions that scripts see as one read-only table.
public struct HostModule {
  /// The name of the table; empty for functions that are globals.
  public var name: String
  /// One sentence for the reference.
  public var summary: String
  /// The functions, in the order of the reference.
  public var functions: [HostFunction]
  /// What an assignment into the table is answered with, if not “… is read-only”.
  public var denial: String?

  /// Describes a module.
  public init(
    _ name: String, _ summary: String, denial: String? = nil, functions: [HostFunction]
  ) {
    self.name = name
    self.summary = summary
    self.denial = denial
    self.functions = functions
  }
}

/// A documented function: argument errors, the reference and editor files come from it.
public struct HostFunction {
  /// What runs. It reads slots, and replies.
  public typealias Body = (inout HostCall) throws(HostFailure) -> Void

  /// The name inside its module.
  public var name: String
  /// One sentence for the reference.
  public var summary: String
  /// Parameters in order; each fills a slot, or a slot for each field.
  public var parameters: [HostParameter]
  /// What it returns.
  public var returns: [HostResult]
  /// A script that shows it, and runs.
  public var example: String
  /// What runs.
  public var body: Body

  /// Describes a function.
  public init(
    _ name: String, _ summary: String, parameters: [HostParameter] = [],
    returns: [HostResult] = [], example: String = "", body: @escaping Body
  ) {
    self.name = name
    self.summary = summary
    self.parameters = parameters
    self.returns = returns
    self.example = example
    self.body = body
  }
}

/// A field of a table argument.
public struct HostField: Sendable {
  /// The name that scripts write.
  public var name: String
  /// What it accepts.
  public var type: HostType
  /// Whether it may be left out.
  public var isOptional: Bool
  /// One sentence for the reference.
  public var summary: String
  /// Another name that it is taken under too.
  public var alias: String?

  /// Describes a field or a parameter.
  public init(
    _ name: String, _ type: HostType, _ summary: String = "", isOptional: Bool = false,
    alias: String? = nil
  ) {
    self.name = name
    self.type = type
    self.summary = summary
    self.isOptional = isOptional
    self.alias = alias
  }
}

/// A parameter is described like a field.
public typealias HostParameter = HostField

/// A result of a function, for the reference.
public struct HostResult: Sendable {
  /// Its name.
  public var name: String
  /// Its type in the notation of the Lua language server.
  public var type: String
  /// One sentence.
  public var summary: String
  /// The fields of a table.
  public var fields: [HostResult]

  /// Describes a result.
  public init(_ name: String, _ type: String, _ summary: String = "", fields: [HostResult] = []) {
    self.name = name
    self.type = type
    self.summary = summary
    self.fields = fields
  }
}
