import Foundation

/// What the system says about an error of Foundation's, behind a colon: `: Permission denied`. Empty where it
/// says nothing.
func systemReason(of error: any Error) -> String {
  // It may be an NSError or a POSIXError, and only the protocol covers both.
  let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
  let reason = (underlying ?? error) as NSError
  guard reason.domain == NSPOSIXErrorDomain else { return "" }
  return ": \(String(cString: strerror(Int32(reason.code))))"
}
