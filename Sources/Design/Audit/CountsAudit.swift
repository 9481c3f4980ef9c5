import Chance
package import FlintSchema

/// The answer of an audit of counts: the tests, and the numbers of draws that would detect deviations.
package struct CountsAudit: Sendable {
  /// The tests.
  package let audit: Audit
  /// The numbers of draws; `nil` if no deviation is asked about.
  package let detections: [AuditDetection]?
  /// The outcomes that were asked for; `nil` where all were.
  package let only: [String]?

  /// Creates the answer.
  ///
  /// - Parameters:
  ///   - deviations: the deviations to detect, such as `10%` or `legendary=0.025`.
  ///   - only: the outcomes that were asked for.
  /// - Throws: `AuditError` about `detect`.
  package init(
    _ audit: Audit, detecting deviations: [String] = [], _ power: AuditPower = AuditPower(),
    only: [String] = []
  ) throws(AuditError) {
    self.audit = audit
    self.only = only.isEmpty ? nil : audit.cells.map(\.label).filter { $0 != Audit.others }
    var asked: [AuditDeviation] = []
    for text in deviations { asked.append(try AuditDeviation(text)) }
    detections = asked.isEmpty ? nil : try audit.detections(of: asked, power)
  }
}

extension CountsAudit: ResultRow {
  /// The fields of the tests, and the detections.
  package static let schema = ResultSchema<CountsAudit>(
    "CountsAudit", "Tests of counts against rates, and what would detect deviations.",
    Audit.schema.fields.map { $0.within(\CountsAudit.audit) } + [
      .rows(
        "detect", "The number of draws that detect each deviation, if requested.",
        AuditDetection.schema, isOptional: true
      ) { $0.detections },
      .only("outcomes") { $0.only },
    ])
}

extension AuditDetection: ResultRow {
  /// The fields of a deviation and the draws that detect it.
  package static let schema = ResultSchema<AuditDetection>(
    "AuditDetection", "A deviation, and how many draws detect it.",
    [
      ResultField("label", \.label, "The name of the outcome.").titled("outcome"),
      .figure("expected_rate", \.expectedRate, "The expected rate.", .percent).titled("rate"),
      .figure("rate", \.rate, "The supposed real rate.", .percent).titled("if it is"),
      ResultField(
        "draws", \.draws, "The number of draws for the chi-square test; absent above 10^18."
      ).titled("draws needed"),
      ResultField(
        "draws_alone", \.drawsAlone,
        "The number of draws for a two-sided test of this rate alone; absent above 10^18."
      ).titled("for this rate alone"),
    ])
}
