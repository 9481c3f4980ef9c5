import Lua
import Rules
import Sessions

extension HostCall {
  /// The civil day of an event whose time is given in a slot declared with `HostType.time`: its own
  /// offset counts if it has one. Today if no time is given.
  func eventDay(_ slot: Int, _ session: Session) throws(HostFailure) -> CivilDay {
    switch try time(slot) {
    case nil: session.today
    case .written(let timestamp): timestamp.local.day
    case .instant(let instant): session.zone.day(of: instant)
    }
  }
}
