import Foundation

/// The reason that the system gives for an error of Foundation, behind a colon, such as
/// `: Permission denied`; empty where it gives none.
public func systemReason(of error: any Error) -> String {
  // It may be an NSError or a POSIXError, and only the protocol covers both.
  let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
  let reason = (underlying ?? error) as NSError
  guard reason.domain == NSPOSIXErrorDomain else { return "" }
  return ": \(String(cString: strerror(Int32(reason.code))))"
}
