package import FlintRules
import FlintSchema

/// A question about pools under several rulebooks, or with several values of numbers of one.
package struct PoolComparison: Sendable {
  /// One of the rulebooks, with its answer.
  package struct Variant: Sendable {
    /// The name of the rulebook, or the values of the numbers.
    package var name: String
    /// The values of the numbers that vary; empty where rulebooks are compared.
    package var values: [Fraction]
    /// The rulebook; `nil` where the values make it invalid.
    package var rulebook: RulebookDefinition?
    package var answer: PoolAnswer?
    /// Why there is no answer.
    package var problem: String?
    /// How the answer differs from that of the first rulebook; `nil` for the first, and for values of numbers.
    package var difference: PoolDifference?
  }

  /// The question, with the first rulebook.
  package let question: PoolQuestion
  /// The numbers that vary; empty where rulebooks are compared.
  package let numbers: [RulebookNumber]
  package private(set) var variants: [Variant]
  /// What the values mean beside what they are.
  package let notes: [String]

  /// The maximum number of combinations of values, and of rulebooks.
  package static let mostVariants = 1000

  /// The answers about the same goals with all combinations of values.
  ///
  /// - Parameter sweeps: the values of one number, or of two.
  /// - Throws: `OddsError` where a number does not exist, or none of the values has an answer.
  package init(_ question: PoolQuestion, sweeping sweeps: [Sweep]) throws(OddsError) {
    guard (1...2).contains(sweeps.count) else {
      throw .invalid("sweep", "expected one or two numbers, got \(sweeps.count)")
    }
    var count = 1
    for sweep in sweeps {
      if sweep.values.isEmpty { throw .invalid("sweep", "\(sweep.name) has no values") }
      let (product, isTooLarge) = count.multipliedReportingOverflow(by: sweep.values.count)
      if isTooLarge || product > Self.mostVariants {
        throw .invalid(
          "sweep",
          "expected at most \(Self.mostVariants) combinations of values, got "
            + sweeps.map { String($0.values.count) }.joined(separator: " × "))
      }
      count = product
    }
    let rules = RulebookNumbers(question.rulebook)
    var numbers: [RulebookNumber] = []
    for sweep in sweeps {
      let number = try question.number(sweep.name, of: rules, "sweep")
      if numbers.contains(number) {
        throw .invalid("sweep", "\(number.name) is given twice")
      }
      if Set(sweep.values).count < sweep.values.count {
        throw .invalid("sweep", "\(sweep.name): expected each value once")
      }
      do throws(RulebookNumberError) {
        try number.check(sweep.values)
      } catch {
        throw .invalid("sweep", error.description)
      }
      numbers.append(number)
    }
    self.question = question
    self.numbers = numbers
    variants = []
    var failure: OddsError?
    for values in Self.combinations(sweeps.map(\.values)) {
      let pairs = zip(numbers, values).map { (number: $0, value: $1) }
      var variant = Variant(name: values.map(\.description).joined(separator: ", "), values: values)
      do throws(OddsError) {
        let varied = try question.varied(rules, with: pairs, "sweep")
        variant.rulebook = varied.rulebook
        variant.answer = try varied.answer()
      } catch {
        // A value that no combination can have is a mistake; one that contradicts another number is not.
        for pair in pairs {
          do throws(RulebookNumberError) {
            _ = try rules.definition(with: [pair])
          } catch  where error.isOutOfRange {
            throw .invalid("sweep", error.description)
          } catch {}
        }
        variant.problem = error.problem
        failure = failure ?? error
      }
      variants.append(variant)
    }
    if let failure, variants.allSatisfy({ $0.answer == nil }) { throw failure }
    notes = rules.notes(on: numbers) + Self.notes(on: numbers, variants)
  }

  /// The notes on numbers that no answer depends on.
  private static func notes(on numbers: [RulebookNumber], _ variants: [Variant]) -> [String] {
    numbers.indices.compactMap { position in
      // The answers with equal values of the other number.
      let groups = Dictionary(grouping: variants.filter { $0.answer != nil }) { variant in
        var others = variant.values
        others.remove(at: position)
        return others
      }.values.map { $0.compactMap(\.answer) }
      guard groups.contains(where: { $0.count > 1 }) else { return nil }
      let isIdle = groups.allSatisfy { answers in
        answers.allSatisfy { $0.hasSameNumbers(as: answers[0]) }
      }
      return isIdle ? "no answer depends on \(numbers[position].name)" : nil
    }
  }

  /// The answers under several rulebooks, and how they differ from that under the first.
  ///
  /// - Throws: `OddsError` where the question is invalid under one of them.
  package init(
    _ question: PoolQuestion, under rulebooks: [(name: String, rulebook: RulebookDefinition)]
  ) throws(OddsError) {
    guard (2...Self.mostVariants).contains(rulebooks.count) else {
      throw .invalid("rules", "expected 2 to \(Self.mostVariants), got \(rulebooks.count)")
    }
    self.question = question
    numbers = []
    notes = rulebooks.indices.compactMap { index in
      let same = rulebooks[..<index].first {
        $0.rulebook.contentHash == rulebooks[index].rulebook.contentHash
      }
      return same.map { "\(rulebooks[index].name) has the same content as \($0.name)" }
    }
    variants = []
    for (name, rulebook) in rulebooks {
      var varied = question
      varied.rulebook = rulebook
      var variant = Variant(name: name, values: [], rulebook: rulebook)
      do throws(OddsError) {
        variant.answer = try varied.answer()
      } catch {
        if error.code == .invalid {
          throw OddsError(.invalid, field: error.field, "\(error.problem) (\(name))")
        }
        variant.problem = error.problem
      }
      if let first = variants.first?.answer, let answer = variant.answer {
        variant.difference = PoolDifference(answer, from: first)
      }
      variants.append(variant)
    }
  }

  private static func combinations(_ lists: [[Fraction]]) -> [[Fraction]] {
    lists.reduce([[]]) { all, values in all.flatMap { first in values.map { first + [$0] } } }
  }
}

extension PoolQuestion {
  /// The pool, where the question is about one alone.
  private var onlyPool: String? {
    Set(stages.map(\.pool)).count == 1 ? stages[0].pool : nil
  }

  /// Returns a number of the rulebook; those of the pool asked about need not name it.
  func number(
    _ name: String, of rules: RulebookNumbers, _ field: String
  ) throws(OddsError) -> RulebookNumber {
    // A pool that does not exist is reported as such.
    if let onlyPool { _ = try pool(onlyPool) }
    do throws(RulebookNumberError) {
      return try rules.number(name, inPool: onlyPool)
    } catch {
      throw .invalid(field, error.description)
    }
  }

  /// Returns the question with other values of numbers of the rulebook.
  func varied(
    _ rules: RulebookNumbers, with values: [(number: RulebookNumber, value: Fraction)],
    _ field: String
  ) throws(OddsError) -> PoolQuestion {
    var question = self
    do throws(RulebookNumberError) {
      question.rulebook = try rules.definition(with: values)
    } catch {
      throw .invalid(field, error.description)
    }
    return question
  }
}

extension RulebookNumbers {
  /// What varying numbers means for others.
  func notes(on numbers: [RulebookNumber]) -> [String] {
    numbers.contains(where: isOfRates)
      ? [
        "rates that sum to 1 are varied: the others share what is left, in proportion to their values"
      ] : []
  }
}
