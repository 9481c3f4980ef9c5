package indirect enum ResultType: Hashable, Sendable {
  /// A value of a type that records have, too.
  case value(FieldType)
  case number
  case row(ResultShape)
  /// A list of rows inside the row.
  case rows(ResultShape)
  /// A list of lists of rows inside the row.
  case grid(ResultShape)

  package static let text = ResultType.value(.text)
  package static let integer = ResultType.value(.integer)
  /// A number with at most six decimal places.
  package static let decimal = ResultType.value(.decimal)
  package static let boolean = ResultType.value(.boolean)
  package static let day = ResultType.value(.day)
  /// An instant, written as local time.
  package static let time = ResultType.value(.time)
  package static let id = ResultType.value(.id)
  package static let list = ResultType.value(.list)
  /// A fraction such as `1/4`: a text that tables align as a number.
  package static let fraction = ResultType.structure("string")
  /// Whole numbers by name, such as amounts of currencies.
  package static let amounts = ResultType.structure("table<string, integer>")
  /// Numbers by name, such as rates by what they are of.
  package static let rates = ResultType.structure("table<string, number>")
  /// Returns a structured value, with its type in the notation of the Lua language server.
  package static func structure(_ annotation: String) -> ResultType {
    .value(.structure(annotation))
  }
  package static func names(_ names: [String]) -> ResultType {
    .value(.choice(FieldType.Choice(names)))
  }

  /// Whether tables align the values on the right.
  package var isNumeric: Bool {
    switch self {
    case .number, .value(.integer), .value(.decimal): true
    default: false
    }
  }

  /// Whether the values are texts that may be long.
  package var isProse: Bool {
    switch self {
    case .value(.text), .value(.line), .value(.list): true
    default: false
    }
  }

  /// The type in the notation of the Lua language server, in which a row is a `table`.
  package var annotation: String {
    switch self {
    case .value(let type): type.annotation
    case .number: "number"
    case .row: "table"
    case .rows: "table[]"
    case .grid: "table[][]"
    }
  }

  /// The only texts that values may be; none if there may be others.
  package var choices: [String] {
    if case .value(.choice(let choice)) = self, !choice.isOpen { choice.names } else { [] }
  }

  /// The fields of the rows inside the row; `nil` for values.
  package var shape: ResultShape? {
    switch self {
    case .row(let shape), .rows(let shape), .grid(let shape): shape
    case .value, .number: nil
    }
  }
}

/// How texts for people show a value. JSON, CSV and Lua have the value itself.
package enum ResultStyle: Hashable, Sendable {
  /// As its type is usually shown: whole numbers in groups of thousands, decimals with two places, times to
  /// the minute, ids shortened.
  case usual
  /// A number of which tables show nothing where it is 0.
  case positive
  /// A whole number that identifies something, such as a batch: without groups.
  case ordinal
  /// A fraction of 1 as a whole percentage; only all is 100 %.
  case share
  /// A fraction of 1 as a percentage with four significant digits.
  case percent
  /// A probability: a percentage with four digits, below 1 % with 1 in N beside it, or 1 in N alone.
  case chance
  /// An end of the interval of a probability, or one that is given: the same without 1 in N beside it.
  case chanceBound
  /// A p-value with three decimal places, or `< 0.001`.
  case pValue
  /// A probability as a percentage with at least four digits that count, of which only what is certain is 100 %; below
  /// 1 % with 1 in N beside it.
  case rate
  /// The same without 1 in N, beside a fraction or another rate.
  case rateAlone
  /// A number rounded to significant digits.
  case digits(Int)
  /// A number with a fixed count of decimal places.
  case places(Int)
  /// A number rounded to at most so many decimal places, at most 6.
  case decimals(Int)
  /// An object of numbers by name, such as prices, in words: `160 gems and 2 tickets`.
  case amounts
  /// A number rounded to significant digits, in groups of thousands, and never in scientific notation.
  case rounded(Int)
  /// The same with a plus sign where it is positive, such as a difference.
  case signed(Int)
  /// A difference of fractions of 1 in percentage points, with its sign.
  case points
  /// A difference, or a deviation in standard errors: with two decimals and its sign.
  case deviation
  /// A number with all of its decimals.
  case exact
  /// The text as it is, even of an id.
  case whole
}

/// What a part of the output means, which a colour shows where the profile wants colours.
package enum Tone: Equatable, Sendable {
  /// What is done, such as the check mark of a habit.
  case done
  /// What is done in part.
  case partial
  /// What is overdue or missed.
  case overdue
  /// A card of a step on the scale of rarities; the commonest have no colour.
  case rank(Int)
  /// The signs of days of a habit, each of which has a meaning of its own.
  case days
}
