import Chance
internal import RealModule
package import FlintSchema

extension SequentialAudit: LogAudit, ResultRow {
  /// The fields of a sequential audit of a log.
  package static let schema = ResultSchema<SequentialAudit>(
    "SequentialAudit", "A test of a log of draws that may be looked at after every draw.",
    logFields + [
      .figure("alpha", \.alpha, "The significance level."),
      .figure(
        "log10_e_value", \.decimalLogarithm.finite,
        "The decimal logarithm of the e-value after the last draw; absent where the rules were broken."
      ),
      .figure(
        "log10_greatest", \.greatestDecimalLogarithm.finite,
        "The greatest value of that; absent where the rules were broken."),
      .figure("p_value", \.pValue, "The p-value that is valid at any time: 1 over the greatest."),
      .optionalRow(
        "passed", "The draw after which the level was first passed; absent where it was not.",
        Passing.schema
      ) { $0.passing },
      .only { $0.only },
      .rows("tests", "The parts of the test.", Part.schema) { $0.parts },
      .rows("course", "The course of the e-value.", Point.schema) { $0.course },
      remarksField,
    ])

  package var decimalLogarithm: Double { logarithm / .log(10) }
  package var greatestDecimalLogarithm: Double { greatest / .log(10) }
}

extension SequentialAudit.Passing: ResultRow {
  /// The fields of the draw after which the level was passed.
  package static let schema = ResultSchema<SequentialAudit.Passing>(
    "SequentialAuditPassing", "The draw after which the level was first passed.",
    [
      ResultField("draw", \.draw, "Its number in the log."),
      ResultField("day", .day, "Its day, if the log has times.", isOptional: true) {
        FieldValue(name: $0.day)
      },
    ])
}

extension SequentialAudit.Part: ResultRow {
  /// The fields of a part.
  package static let schema = ResultSchema<SequentialAudit.Part>(
    "SequentialAuditTest", "A part of a sequential test of a log.",
    [
      ResultField(
        "test",
        .names([DrawTest.Kind.rate, .certainty, .guarantee, .share, .items].map(\.rawValue)),
        "What is tested.",
        text: { $0.kind.title }
      ) { .name($0.kind.rawValue) },
      ResultField("subject", \.subject, "The rarity or the items that it is about.").titled("of"),
      ResultField("draws", \.trials, "The number of draws that it looks at."),
      ResultField("observed", \.observed, "The number of prizes among them."),
      .figure("expected", \.expected, "The sum of the chances that they had.", .places(1)),
      .figure(
        "log10_e_value", \.decimalLogarithm.finite, "The decimal logarithm of its e-value."
      ).titled("log10 e"),
      .figure(
        "log10_greatest", \.greatestDecimalLogarithm.finite, "The greatest value of that."
      ).titled("greatest"),
      .figure("p_value", \.pValue, "1 over the greatest e-value.").titled("p"),
      .figure("adjusted_p_value", \.adjusted, "The p-value times the number of parts.")
        .titled("corrected"),
    ])

  var decimalLogarithm: Double { logarithm / .log(10) }
  var greatestDecimalLogarithm: Double { greatest / .log(10) }
}

extension SequentialAudit.Point: ResultRow {
  /// The fields of a point of the course.
  package static let schema = ResultSchema<SequentialAudit.Point>(
    "SequentialAuditPoint", "The e-value after a draw.",
    [
      ResultField("draw", \.draw, "The number of the draw in the log."),
      .figure(
        "log10_e_value", \.decimalLogarithm.finite, "The decimal logarithm of the e-value after it."
      ),
      .figure("log10_greatest", \.greatestDecimalLogarithm.finite, "The greatest value up to it."),
    ])

  package var decimalLogarithm: Double { logarithm / .log(10) }
  package var greatestDecimalLogarithm: Double { greatest / .log(10) }
}

extension Double {
  /// The number; `nil` where it is infinite.
  fileprivate var finite: Double? { isFinite ? self : nil }
}
