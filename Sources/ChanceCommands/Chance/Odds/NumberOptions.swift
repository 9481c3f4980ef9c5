import ArgumentParser
import Chance
import Commands
import Reports

/// The numbers that are shown beside the answer to a question about cards or a prize.
struct NumberOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Also show the chances within so many sparks or rolls.",
      valueName: "n,n,…"))
  var at: String?
  @Option(
    help: ArgumentHelp(
      "Also show days, with so many sparks or rolls each.", valueName: "number"))
  var perDay: Int?

  func write(
    _ question: OddsQuestion, copies: Int?, _ answer: AnswerOptions,
    _ size: EstimateSize = EstimateSize()
  ) throws {
    var question = question
    question.estimate = size
    question.copies = copies ?? 1
    question.at = try numbers(at, of: "--at")
    question.sparksPerDay = perDay.map { Int64($0) }
    let odds = try question.answer()
    try answer.write(odds, ReportPage(odds))
  }
}
