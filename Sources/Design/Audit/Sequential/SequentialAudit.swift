internal import FlintCalendar
import Chance
internal import RealModule
internal import FlintRules

/// A test of a log of draws that may be looked at after every draw: a mixture martingale.
///
/// Each part is the mean of the likelihood ratios of alternatives to the rules, under the chances that pity and the
/// guarantee gave each draw: a test martingale, whose expected value is 1 at all times where the rules are followed.
/// The mean of the parts is one, too. By Ville's inequality it ever reaches 1/α with a probability of at most α, however
/// often one looks, so that 1 over its greatest value is a p-value at any time. The method is that of M. Lindon and A.
/// Malek, "Anytime-Valid Inference for Multinomial Count Data" (NeurIPS 2022, arXiv 2011.03567): Dirichlet mixtures for
/// constant chances, and for chances that vary, as in its part on inhomogeneous Bernoulli processes, a mixture over
/// odds that are multiplied.
///
/// Draws are taken in the order of the log. Any order is valid in which a draw does not decide whether those before it
/// count, so that the draws of several players may be interleaved.
package struct SequentialAudit: Sendable {
  /// The test martingale of one question.
  package struct Part: Equatable, Sendable {
    package let kind: DrawTest.Kind
    package let subject: String
    /// The draws that could show something.
    package internal(set) var trials: Int64 = 0
    /// The prizes, the featured ones among those that were not guaranteed, or the items.
    package internal(set) var observed: Int64 = 0
    /// The sum of the chances that they had; `nil` for items.
    package internal(set) var expected: Double?
    /// The natural logarithm of the e-value after the last draw.
    package internal(set) var logarithm = 0.0
    /// The greatest value of that.
    package internal(set) var greatest = 0.0
    /// The number of parts, for the corrected p-value.
    package internal(set) var parts = 1

    /// The p-value that is valid at any time.
    package var pValue: Double { .exp(-greatest) }
    /// The p-value times the number of parts.
    package var adjusted: Double { min(1, Double(parts) * pValue) }
  }

  /// A point of the course of the e-value.
  package struct Point: Equatable, Sendable {
    /// The number of the draw in the log, from 1.
    package var draw: Int
    package var logarithm: Double
    package var greatest: Double
  }

  /// The draw after which the e-value had reached 1/α.
  package struct Passing: Equatable, Sendable {
    /// Its number in the log, from 1.
    package var draw: Int
    /// Its day, if the log has times.
    package var day: String?
  }

  package let model: DrawModel
  package let draws: Int64
  /// The number of draws with known counters.
  package let knownDraws: Int64
  package let isComplete: Bool
  /// The number of sequences: of players and pools.
  package let sequences: Int
  /// The number of draws that were made and cannot be read.
  package let unread: Int
  /// The significance level α.
  package let alpha: Double
  /// The natural logarithm of the e-value after the last draw.
  package let logarithm: Double
  /// The greatest value of that up to now.
  package let greatest: Double
  /// The draw after which the level was first passed; `nil` where it was not.
  package let passing: Passing?
  package let parts: [Part]
  /// The course of the e-value at evenly spaced draws.
  package let course: [Point]
  /// The names of the parts that were asked for; `nil` where all were.
  package let only: [String]?
  /// What was left out of the log, and the draws that cannot be used, in sentences.
  package var remarks: [String] = []

  /// The p-value that is valid at any time: 1 over the greatest e-value.
  package var pValue: Double { .exp(-greatest) }

  /// The number of points of the course.
  static let points = 400

  /// - Parameters:
  ///   - log: the draws.
  ///   - alpha: the significance level.
  ///   - only: the names of the parts that are computed, such as `number:legendary`; none for all.
  /// - Throws: `AuditError` when the log has no draws, when pity has too many combined counts, or when there is no part of
  ///   a name.
  package init(
    _ log: DrawLog, alpha: Double = 0.05, only: [String] = []
  ) throws(AuditError) {
    guard log.count > 0 else { throw AuditError.emptyLog }
    let chain = try DrawChain(log.model)
    let history = DrawHistory(log, chain)
    let states = history.states
    var overruns = history.overruns[...]
    var course = SequentialCourse(log, chain)
    let names = course.names
    let chosen = only.isEmpty ? names : try DrawTest.Name.chosen(only, among: names)
    self.only = only.isEmpty ? nil : chosen.map(\.description)
    course.keep(chosen)
    (model, draws) = (log.model, Int64(log.count))
    knownDraws = Int64(states.count { $0 >= 0 })
    (isComplete, sequences, unread) = (log.isComplete, log.owners, log.unread)
    self.alpha = alpha
    let bound = -Double.log(alpha)
    var greatest = 0.0
    var passing: Passing?
    var points = [Point(draw: 0, logarithm: 0, greatest: 0)]
    for (index, draw) in log.draws.enumerated() {
      course.add(draw, state: Int(states[index]))
      while let overrun = overruns.first, overrun.draw == index {
        overruns.removeFirst()
        if let rule = history.subjects[overrun.subject].rule { course.addOverrun(ofRule: rule) }
      }
      greatest = max(greatest, course.logarithm)
      if passing == nil, greatest >= bound {
        passing = Passing(draw: index + 1, day: draw.day?.description)
      }
      // The last draw of each of as many parts of the log.
      let part = (index + 1) * Self.points / log.count
      if part > index * Self.points / log.count {
        points.append(Point(draw: index + 1, logarithm: course.logarithm, greatest: greatest))
      }
    }
    (logarithm, self.greatest, self.passing) = (course.logarithm, greatest, passing)
    (parts, self.course) = (course.results(isAsked: !only.isEmpty), points)
  }
}
