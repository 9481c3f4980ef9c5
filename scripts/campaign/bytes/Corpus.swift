import Glibc

/// The files of the repository from which inputs are made.
struct Corpus {
  let root: String

  /// The maximum size of a sample that can be cut, in bytes; longer ones take long and find no more.
  private static let maximumSize = 1 << 13

  /// Returns the files that match patterns, such as `examples/*.lua`, in the order of their paths. Of a longer text,
  /// only the first lines are used, except of JSON.
  func files(_ patterns: String...) throws -> [[UInt8]] {
    try patterns.flatMap(paths).map { path in
      let bytes = try bytes(path)
      if bytes.count <= Self.maximumSize || path.hasSuffix(".json") { return bytes }
      let start = bytes.prefix(Self.maximumSize)
      return Array(start.prefix(through: start.lastIndex(of: 0x0A) ?? 0))
    }
  }

  /// Returns the paths that match a pattern, in the order of their bytes.
  func paths(_ pattern: String) throws -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(root + "/" + pattern, 0, nil, &found) == 0 else {
      throw Violation("no file matches \(pattern) in \(root)")
    }
    return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  func bytes(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "rbe") else { throw Violation("\(path) cannot be read") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }
}

/// A file in memory, for parsers that take a path.
final class MemoryFile {
  private let descriptor: Int32
  let path: String

  init() {
    var name = Array("/dev/shm/parser-fuzz-XXXXXX".utf8CString)
    descriptor = mkstemp(&name)
    unlink(name)
    path = "/proc/self/fd/\(descriptor)"
  }

  deinit { close(descriptor) }

  func write(_ bytes: [UInt8]) {
    ftruncate(descriptor, 0)
    pwrite(descriptor, bytes, bytes.count, 0)
  }
}
