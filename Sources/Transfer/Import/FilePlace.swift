import Foundation

/// Where a file is, or is going to be, whatever takes the place of its directory's path meanwhile.
public struct FilePlace {
  /// Its directory.
  public let folder: OpenFolder
  /// Its name in that.
  public let name: String
  /// Its path, for messages.
  public let path: String

  /// A name in a directory.
  public init(folder: OpenFolder, name: String, path: String) {
    self.folder = folder
    self.name = name
    self.path = path
  }

  /// Where a path leads to.
  ///
  /// - Throws: `InputFailure` when there is no such directory.
  public init(_ path: String) throws(InputFailure) {
    let url = URL(fileURLWithPath: path)
    let directory = url.deletingLastPathComponent().path
    guard let folder = OpenFolder(following: directory) else {
      throw InputFailure(
        path,
        errno == ENOTDIR
          ? "cannot be made: \(directory) is no folder"
          : "cannot be made: \(directory): \(String(cString: strerror(errno)))")
    }
    self.init(folder: folder, name: url.lastPathComponent, path: path)
  }
}
