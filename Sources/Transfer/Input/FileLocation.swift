import Foundation

/// The location of an existing or future file: a name in an open directory, which stays valid if
/// the path of the directory is changed meanwhile.
package struct FileLocation {
  package let folder: OpenFolder
  package let name: String
  /// The path of the file, for messages.
  package let path: String

  package init(folder: OpenFolder, name: String, path: String) {
    self.folder = folder
    self.name = name
    self.path = path
  }

  /// - Throws: `InputFailure` if the directory does not exist.
  package init(_ path: String) throws(InputFailure) {
    let url = URL(fileURLWithPath: path)
    let directory = url.deletingLastPathComponent().path
    guard let folder = OpenFolder(following: directory) else {
      throw InputFailure(
        path,
        errno == ENOTDIR
          ? "cannot be created: \(directory) is not a folder"
          : "cannot be created: \(directory): \(String(cString: strerror(errno)))")
    }
    self.init(folder: folder, name: url.lastPathComponent, path: path)
  }
}
