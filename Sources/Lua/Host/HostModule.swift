/// A group of host functions that scripts see as one read-only table.
public struct HostModule {
  /// The name of the table; empty for functions that are globals.
  public var name: String
  /// A sentence for the reference.
  public var summary: String
  /// The functions, in the order of the reference.
  public var functions: [HostFunction]
  /// The message of the error for an assignment into the table, if it is not “… is read-only”.
  public var denial: String?

  /// Creates a module.
  public init(
    _ name: String, _ summary: String, denial: String? = nil, functions: [HostFunction]
  ) {
    self.name = name
    self.summary = summary
    self.denial = denial
    self.functions = functions
  }

  /// Returns the name of a function with that of the module: `spark.add`.
  public func fullName(of function: HostFunction) -> String {
    name.isEmpty ? function.name : "\(name).\(function.name)"
  }
}

/// A documented function: argument errors, the reference and editor files are generated from it.
public struct HostFunction {
  /// The implementation. It reads slots, and replies.
  public typealias Body = (inout HostCall) throws(HostFailure) -> Void

  /// The name inside the module.
  public var name: String
  /// A sentence for the reference.
  public var summary: String
  /// The parameters in order; each fills one slot, or one slot for each field.
  public var parameters: [HostParameter]
  /// The results in order.
  public var returns: [HostResult]
  /// An example script, which runs.
  public var example: String
  /// The implementation.
  public var body: Body

  /// Creates a function.
  public init(
    _ name: String, _ summary: String, parameters: [HostParameter] = [],
    returns: HostResult..., example: String = "", body: @escaping Body
  ) {
    self.name = name
    self.summary = summary
    self.parameters = parameters
    self.returns = returns
    self.example = example
    self.body = body
  }

  /// Creates a function of one parameter.
  public init(
    _ name: String, _ summary: String, parameter: HostParameter, returns: HostResult...,
    example: String = "", body: @escaping Body
  ) {
    self.init(name, summary, parameters: [parameter], example: example, body: body)
    self.returns = returns
  }
}

/// A field of a table argument.
public struct HostField: Sendable {
  /// The name that scripts write.
  public var name: String
  /// The accepted type.
  public var type: HostType
  /// Whether the field may be omitted.
  public var isOptional: Bool
  /// A sentence for the reference.
  public var summary: String

  /// Creates a field or a parameter.
  public init(
    _ name: String, _ type: HostType, _ summary: String = "", isOptional: Bool = false
  ) {
    self.name = name
    self.type = type
    self.summary = summary
    self.isOptional = isOptional
  }

  /// Returns a field or a parameter that may be omitted.
  public static func optional(
    _ name: String, _ type: HostType, _ summary: String = ""
  ) -> HostField {
    HostField(name, type, summary, isOptional: true)
  }
}

/// A parameter, which is described like a field.
public typealias HostParameter = HostField

/// A result of a function, for the reference.
public struct HostResult: Sendable {
  /// The name.
  public var name: String
  /// The type in the notation of the Lua language server.
  public var type: String
  /// A sentence for the reference.
  public var summary: String
  /// The fields, if the result is a table.
  public var fields: [HostResult] { makeFields() }
  /// The name of the class of the tables, if several functions return such tables.
  public var className: String? { makeClassName() }
  private let makeClassName: @Sendable () -> String?
  private let makeFields: @Sendable () -> [HostResult]

  /// Creates a result. Its class and fields are made when somebody reads the reference.
  public init(
    _ name: String, _ type: String, _ summary: String = "",
    className: @escaping @autoclosure @Sendable () -> String? = nil,
    fields: @escaping @autoclosure @Sendable () -> [HostResult] = []
  ) {
    self.name = name
    self.type = type
    self.summary = summary
    makeClassName = className
    makeFields = fields
  }
}
