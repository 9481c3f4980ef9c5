import Foundation

/// Returns the status of the file at a path; `nil` if nothing can be found there.
///
/// - Parameter followsLinks: whether a symbolic link stands for its target.
func fileStatus(_ path: String, followsLinks: Bool = true) -> stat? {
  var status = stat()
  let code = followsLinks ? stat(path, &status) : lstat(path, &status)
  return code == 0 ? status : nil
}

func isOpenFile(_ descriptor: Int32, at path: String, followsLinks: Bool = true) -> Bool {
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { return false }
  return fileStatus(path, followsLinks: followsLinks).map(status.isSameFile(as:)) ?? false
}

extension stat {
  /// The kind of file, such as `S_IFREG`.
  var kind: mode_t { st_mode & S_IFMT }

  /// Returns whether two paths or descriptors lead to the same file.
  func isSameFile(as other: stat) -> Bool { st_ino == other.st_ino && st_dev == other.st_dev }
}
