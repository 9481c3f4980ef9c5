import Foundation

/// Returns the system's reason for an error of Foundation, after a colon, such as `: Permission
/// denied`; empty if there is none.
package func systemReason(of error: any Error) -> String {
  // It may be an NSError or a POSIXError, and only the protocol covers both.
  let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
  let reason = (underlying ?? error) as NSError
  guard reason.domain == NSPOSIXErrorDomain else { return "" }
  return ": \(String(cString: strerror(Int32(reason.code))))"
}
