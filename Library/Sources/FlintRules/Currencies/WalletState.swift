import FlintCalendar

/// The balances of a profile's currencies.
package struct WalletState: Equatable, Sendable {
  /// The balance of each currency, in the order of the rulebook.
  package internal(set) var balances: [Int64]
  /// What was taken back of each currency when it was spent already, and reduces what is granted next.
  package internal(set) var owed: [Int64]
  /// What was spent of each currency.
  package internal(set) var spent: [Int64]
  /// The money paid for grants, in millionths.
  package internal(set) var money: Int64 = 0
  /// The latest civil day that was granted something.
  private var latestDay = OpenWindows.noTag
  /// Whether the latest day and each of those before it was granted something, by bit: an event that
  /// is later by instant can be earlier by civil day, but no earlier than the days that stay open.
  private var grantedDays: UInt8 = 0
  /// The highest level that was granted something.
  var highestLevel = 1

  /// Creates the balances of a profile without events.
  init(_ plan: CurrencyPlan) {
    balances = plan.start
    owed = plan.start.map { _ in 0 }
    spent = plan.start.map { _ in 0 }
  }

  /// Returns whether a civil day was not granted anything yet, and records that it is now.
  mutating func takeDay(_ day: Int32) -> Bool {
    let distance = Int64(latestDay) - Int64(day)
    if distance >= Int64(UInt8.bitWidth) { return false }
    if distance < 0 {
      grantedDays = distance > -Int64(UInt8.bitWidth) ? grantedDays << UInt8(-distance) : 0
      latestDay = day
    }
    let bit = UInt8(1) << UInt8(max(0, distance))
    defer { grantedDays |= bit }
    return grantedDays & bit == 0
  }

  /// Adds amounts, less what is owed, up to the largest balance.
  mutating func add(_ amounts: [CurrencyPlan.Amount]) {
    for amount in amounts {
      let paid = min(owed[amount.currency], amount.amount)
      owed[amount.currency] -= paid
      balances[amount.currency] = min(
        CurrencyDefinition.maximumBalance, balances[amount.currency] + amount.amount - paid)
    }
  }

  /// Takes amounts back that were granted; what was spent already is owed.
  mutating func takeBack(_ amounts: [CurrencyPlan.Amount]) {
    for amount in amounts {
      let taken = min(balances[amount.currency], amount.amount)
      balances[amount.currency] -= taken
      owed[amount.currency] = min(
        CurrencyDefinition.maximumBalance, owed[amount.currency] + amount.amount - taken)
    }
  }

  /// Spends amounts, times a number.
  ///
  /// - Returns: `false`, without spending, where a balance does not cover them.
  mutating func spend(_ prices: [(amounts: [CurrencyPlan.Amount], times: Int64)]) -> Bool {
    var costs = balances.map { _ in Int64(0) }
    for price in prices {
      for amount in price.amounts {
        let (cost, isTooLarge) = amount.amount.multipliedReportingOverflow(by: price.times)
        let (sum, isTooLargeInAll) = costs[amount.currency].addingReportingOverflow(cost)
        if isTooLarge || isTooLargeInAll { return false }
        costs[amount.currency] = sum
      }
    }
    for (balance, cost) in zip(balances, costs) where balance < cost { return false }
    for index in balances.indices {
      balances[index] -= costs[index]
      spent[index] &+= costs[index]
    }
    return true
  }
}

extension WalletState {
  init(from reader: inout StateReader, _ plan: CurrencyPlan) {
    self.init(plan)
    balances = reader.list { $0.word() }
    owed = reader.list { $0.word() }
    spent = reader.list { $0.word() }
    money = reader.word()
    latestDay = reader.integer()
    grantedDays = reader.integer()
    highestLevel = reader.integer()
    let count = plan.start.count
    if [balances, owed, spent].contains(where: { $0.count != count }) { reader.fail() }
  }

  func encode(to writer: inout StateWriter) {
    writer.write(list: balances) { $0.write($1) }
    writer.write(list: owed) { $0.write($1) }
    writer.write(list: spent) { $0.write($1) }
    writer.write(money)
    writer.write(latestDay)
    writer.write(grantedDays)
    writer.write(highestLevel)
  }
}
