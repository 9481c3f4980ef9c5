import FlintCalendar
import FlintSchema

extension Rulebook {
  func apply(_ action: CurrencyAction, to wallet: inout WalletState) -> SubjectEffect {
    switch action {
    case .grant(let grant):
      guard let position = currencies.position(id: grant.currency) else {
        return .void(.unknownCurrency)
      }
      wallet.add([CurrencyPlan.Amount(currency: position, amount: grant.amount)])
      let (money, isTooLarge) = wallet.money.addingReportingOverflow(grant.money?.millionths ?? 0)
      if !isTooLarge { wallet.money = money }
      return SubjectEffect()
    }
  }

  /// Grants what the open civil day brings, before its first event, whatever later day has one.
  @inline(never)
  func grantDay(_ state: inout ProfileState) {
    let day = state.windows.newestDay.day.number
    if state.wallet.takeDay(day) { state.wallet.add(currencies.perDay) }
  }

  /// Grants what the levels up to the present one bring, each once.
  func grantLevels(_ state: inout ProfileState) {
    while state.wallet.highestLevel < state.level {
      state.wallet.add(currencies.levels[state.wallet.highestLevel])
      state.wallet.highestLevel += 1
    }
  }
}
