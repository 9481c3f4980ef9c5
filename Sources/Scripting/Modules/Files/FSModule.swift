import Foundation
import Lua

/// `fs`: access to the files that are allowed.
struct FSModule {
  private static let chunkSize = 1 << 20

  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "fs",
      "Files that the script may access: it reads below its own directory, files named in its "
        + "arguments and those of --allow-read, and writes those of --allow-write. Written files "
        + "appear when the script has succeeded, or at checkpoint(); the script itself can read "
        + "them at once. The maximum total size of written files is that of --max-written.",
      functions: [read, lines, exists, list, write])
  }

  // MARK: Reading

  /// Returns the bytes of a file: of the one that the script wrote under this path, otherwise of the
  /// existing one; `nil` if there is none that can be read, and the call is answered.
  func bytes(
    _ path: String, _ call: borrowing HostCall, _ function: String
  ) throws(HostFailure) -> [UInt8]? {
    if let written = try written(path, call, function) { return written }
    guard let file = try context.reading(call, for: function, context.open(path, for: function))
    else { return nil }
    var bytes: [UInt8] = []
    while true {
      try call.chargeTemporaryMemory(2 * Self.chunkSize)
      guard
        let more = try context.reading(
          call, for: function, file.available(Self.chunkSize, name: path))
      else { return nil }
      if more.isEmpty { return bytes }
      bytes.append(contentsOf: more)
    }
  }

  private func written(
    _ path: String, _ call: borrowing HostCall, _ function: String
  ) throws(HostFailure) -> [UInt8]? {
    guard let file = try context.written(path, function) else { return nil }
    try call.chargeTemporaryMemory(3 * file.size)
    return try context.writing(for: function, file.contents())
  }

  private static let path = HostParameter(
    "path", .string, "The path of the file; - is standard input, which needs no permission.")

  private var read: HostFunction {
    HostFunction(
      "read", "Reads a whole file.",
      parameter: Self.path,
      returns: HostResult(
        "text", "string?",
        "The bytes of the file, unchanged; nil and an error if it is missing or cannot be read."),
      example: """
        fs.write("note.txt", "Remember the milk.")
        print(fs.read("note.txt"))
        """
    ) { call throws(HostFailure) in
      let path = try call.string("path")
      if let bytes = try bytes(path, call, "fs.read") { call.reply.string(bytes.span) }
    }
  }

  private var lines: HostFunction {
    HostFunction(
      "lines", "Iterates over the lines of a file, without their line ends (LF or CR LF).",
      parameter: Self.path,
      returns: HostResult(
        "lines", "fun(): string",
        "An iterator for a generic for loop; an error if the file is missing or cannot be read."),
      example: """
        fs.write("note.txt", "one\\ntwo\\n")
        for line in fs.lines("note.txt") do print(line) end
        """
    ) { call throws(HostFailure) in
      let path = try call.string("path")
      if let written = try written(path, call, "fs.lines") {
        return call.reply.iterator(LineIterator(path, written))
      }
      guard
        let file = try context.reading(
          call, for: "fs.lines", context.open(path, for: "fs.lines"))
      else { return }
      call.reply.iterator(LineIterator(path, file))
    }
  }

  private var exists: HostFunction {
    HostFunction(
      "exists",
      "Returns whether there is a file or a directory. It is an error if it may not be read.",
      parameter: HostParameter(
        "path", .string, "The path; - exists while standard input has not been read."),
      returns: HostResult("exists", "boolean", "Whether there is one."),
      example: """
        fs.write("note.txt", "Remember the milk.")
        print(fs.exists("note.txt"), fs.exists("no-such-file"))
        """
    ) { call throws(HostFailure) in
      let path = try call.string("path")
      if path == ScriptInput.path { return call.reply.boolean(context.input.isReadable) }
      if try context.written(path, "fs.exists") != nil { return call.reply.boolean(true) }
      call.reply.boolean(try context.opening(for: "fs.exists", context.files.exists(path)))
    }
  }

  private var list: HostFunction {
    HostFunction(
      "list", "Lists the entries of a directory, sorted by the bytes of their names.",
      parameter: HostParameter("path", .string, "The path of the directory."),
      returns: HostResult(
        "entries", "table[]?",
        "The entries; nil and an error if the directory is missing or cannot be read.",
        fields: [
          HostResult("name", "string", "The name."),
          HostResult("kind", "string", "The kind: file, directory, link or other."),
          HostResult("size", "integer?", "The size in bytes, of a file."),
        ]),
      example: """
        for _, entry in ipairs(fs.list(".")) do print(entry.kind, entry.name) end
        """
    ) { call throws(HostFailure) in
      let path = try call.string("path")
      guard let entries = try context.reading(call, for: "fs.list", context.files.list(path))
      else { return }
      let reply = call.reply
      reply.beginArray(expecting: entries.count)
      for (name, status) in entries {
        reply.beginTable()
        reply.field("name", name)
        switch status.st_mode & S_IFMT {
        case S_IFREG:
          reply.field("kind", "file")
          reply.field("size", Int(status.st_size))
        case S_IFDIR: reply.field("kind", "directory")
        case S_IFLNK: reply.field("kind", "link")
        default: reply.field("kind", "other")
        }
        reply.end()
      }
      reply.end()
    }
  }

  // MARK: Writing

  private var write: HostFunction {
    HostFunction(
      "write",
      "Writes a whole file, and replaces an existing one. It appears as a whole when the script "
        + "has succeeded, or at checkpoint(); if the script fails, it does not appear.",
      parameters: [
        HostParameter("path", .string, "The path of the file; its directory must exist."),
        HostParameter("text", .string, "The bytes to write."),
      ],
      example: """
        fs.write("report.md", "# A good week\\n")
        """
    ) { call throws(HostFailure) in
      let path = try call.string("path")
      let file = try context.output(path, replacing: true, rewriting: true, for: "fs.write")
      try context.writing(
        for: "fs.write", file.append(Span(_unsafeBytes: call.bytes("text"))))
      file.close()
    }
  }
}

final class LineIterator: HostIterator {
  private let path: String
  private var file: FileHandle?
  private var bytes: [UInt8]
  private var start = 0
  /// The size of the file in bytes; `nil` where it is unknown.
  private let size: Int64?
  private var bytesRead: Int64 = 0
  /// The maximum length of a line, in bytes.
  private static let maximumLength = 64 << 20
  private static let chunkSize = 1 << 16

  init(_ path: String, _ file: FileHandle) {
    self.path = path
    self.file = file
    bytes = []
    size = file.regularFileSize
  }

  init(_ path: String, _ bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    size = Int64(bytes.count)
    bytesRead = Int64(bytes.count)
  }

  var footprint: Int { 512 + bytes.capacity + (file == nil ? 0 : Self.chunkSize) }

  var progress: HostProgress? {
    size.map {
      HostProgress(
        done: min(bytesRead - Int64(bytes.count - start), $0), total: $0, name: path,
        isInBytes: true)
    }
  }

  func next(_ reply: borrowing HostReply) throws(HostFailure) -> Bool {
    var searched = start
    while true {
      if let end = bytes[searched...].firstIndex(of: 10) {
        let isCRLF = end > start && bytes[end - 1] == 13
        reply.string(bytes.span.extracting(start..<(isCRLF ? end - 1 : end)))
        start = end + 1
        return true
      }
      searched = bytes.count
      guard let file else { break }
      bytes.removeFirst(start)
      searched -= start
      start = 0
      guard bytes.count < Self.maximumLength else {
        throw .message("fs.lines: \(path): has a line of more than \(Self.maximumLength >> 20) MiB")
      }
      let more: [UInt8]
      do throws(FileGrants.Refusal) {
        more = try file.available(Self.chunkSize, name: path)
      } catch {
        throw .message("fs.lines: \(error.message)")
      }
      bytesRead += Int64(more.count)
      if more.isEmpty { self.file = nil }
      bytes.append(contentsOf: more)
    }
    guard start < bytes.count else { return false }
    reply.string(bytes.span.extracting(start..<bytes.count))
    start = bytes.count
    return true
  }

  func close() {
    file = nil
    bytes = []
  }
}
