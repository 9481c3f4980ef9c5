import Calendar
import Lua
import Rules
import Sessions

extension HostCall {
  /// Returns the civil day of an event whose time is in a slot declared with `HostType.time`, at
  /// the offset of the time if it has one. Today if the slot is absent.
  func eventDay(_ slot: HostSlot, _ session: Session) throws(HostFailure) -> CivilDay {
    switch try time(slot) {
    case nil: session.today
    case .written(let timestamp): timestamp.local.day
    case .instant(let instant): session.zone.day(of: instant)
    }
  }
}
