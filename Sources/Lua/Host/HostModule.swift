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

  /// The functions that scripts can call: those of the reference, each followed by its former ones.
  package var callable: [HostFunction] { functions.flatMap { [$0] + $0.former } }

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
  /// The functions that this one has replaced. They still answer for one release, and are in no reference.
  package private(set) var former: [HostFunction] = []
  /// What is called instead of this one, inside the module: the name of a function, or a call of it.
  package private(set) var replacement: String?

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

  /// Returns the function, which also answers to names that it had before.
  package func formerly(_ names: [String]) -> HostFunction {
    replacing(
      names.map { name in
        var old = self
        old.name = name
        return old
      })
  }

  /// Returns the function, which has replaced functions with other arguments or results.
  ///
  /// - Parameter call: the form of the call that has replaced theirs, if that is not only another name.
  package func replacing(_ functions: [HostFunction], by call: String? = nil) -> HostFunction {
    var function = self
    function.former += functions.map { old in
      var old = old
      old.former = []
      old.replacement = call ?? name
      return old
    }
    return function
  }
}

/// A name that the API had before and that answers for one release.
package enum FormerName {
  /// Returns what to write instead of a former name.
  package static func advice(_ old: String, now: String) -> String {
    "since 0.3.0 write \(now) instead of \(old)"
  }
}

extension HostFunction {
  /// Whether the first result is an iterator for a `for` loop.
  public var returnsIterator: Bool { returns.first?.type.hasPrefix("fun(") == true }

  /// Whether the function may return nil and an error, by its documentation.
  public var canRefuse: Bool {
    ([summary] + returns.map(\.summary)).contains { $0.contains("nil and an error") }
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
  /// What is written instead of this field, which still answers for one release and is in no reference: the name of
  /// a field, or a phrase.
  package private(set) var replacement: String?

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

  /// Returns a field that another has replaced.
  package static func former(_ name: String, _ type: HostType, now replacement: String) -> HostField
  {
    var field = optional(name, type)
    field.replacement = replacement
    return field
  }
}

extension [HostField] {
  /// The fields of the reference, without those that others have replaced.
  package var current: [HostField] { filter { $0.replacement == nil } }
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
  /// The only texts that it may be; none if it may be another, or is no text.
  package var choices: [String]
  private let makeClassName: @Sendable () -> String?
  private let makeFields: @Sendable () -> [HostResult]

  /// Creates a result. Its class and fields are made when somebody reads the reference.
  public init(
    _ name: String, _ type: String, _ summary: String = "",
    choices: [String] = [], className: @escaping @autoclosure @Sendable () -> String? = nil,
    fields: @escaping @autoclosure @Sendable () -> [HostResult] = []
  ) {
    self.name = name
    self.type = type
    self.summary = summary
    self.choices = choices
    makeClassName = className
    makeFields = fields
  }
}
