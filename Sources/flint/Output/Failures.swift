import Sessions
import Storage

extension CommandFailure {
  /// What an error of the layers below means for the process; `nil` for errors of other origin.
  init?(_ error: any Error) {
    switch error {
    case let error as StoreError: self.init(error)
    case let error as SessionError:
      if case .store(let error) = error {
        self.init(error)
      } else {
        self.init(status: .failure, message: error.description)
      }
    default: return nil
    }
  }

  private init(_ error: StoreError) {
    let status: ExitStatus =
      switch error.code {
      case .exists: .failure
      default: .storage
      }
    self.init(status: status, message: error.description)
  }
}
