import Foundation
import FlintRules

/// A folder in which each device keeps a copy of one profile, and which any program moves between them.
///
/// A device writes its own copy and nothing else, and reads those of the others. So no copy is ever written
/// by two devices, and whatever arrives late, twice or in part is read as often as necessary: merging is
/// idempotent.
package struct SyncFolder: Sendable {
  package let path: String
  /// The name of this device, which is that of its copy.
  package let device: String

  package init(_ path: String, device: String) {
    self.path = ProfilePath.withoutSlashes(path)
    self.device = device
  }

  /// The path of this device's copy, which is the file or the directory of a dump.
  package func ownPath(isDump: Bool) -> String {
    "\(path)/\(device)\(isDump ? "" : SyncedCopy.suffix)"
  }

  /// The directory of files with lines to record.
  package var inbox: String { path + "/inbox" }

  /// The path of what this device remembers of the other copies. Its name begins with a dot, so that it is
  /// not taken for a copy.
  var memoryPath: String { "\(path)/.\(device).sync.json" }

  /// Returns whether a profile itself is in the folder, where a program may replace it while it is in use.
  package func contains(profile: String) -> Bool {
    let directory = URL(fileURLWithPath: profile).deletingLastPathComponent().path
    guard let own = fileStatus(directory), let folder = fileStatus(path) else { return false }
    return own.isSameFile(as: folder)
  }

  /// Returns the copies in the folder, in the order of their names: that of this device, those of others,
  /// and those that programs make of files that were changed in two places. Unfinished files have other
  /// names, or hidden ones.
  package func copies() -> [SyncedCopy] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.sorted().compactMap { SyncedCopy(path + "/" + $0, name: $0) }
  }

  /// Whether a copy is this device's own.
  package func isOwn(_ copy: SyncedCopy) -> Bool { copy.path == ownPath(isDump: copy.isDump) }

  /// Returns the name of this device: that of the machine, and digits that distinguish it from others of the
  /// same name and from other profiles of the machine.
  package static func deviceName(ofProfile profile: String) -> String {
    var hasher = SipHash128(key0: 0, key1: 0)
    hasher.append(utf8: (try? String(contentsOfFile: "/etc/machine-id", encoding: .utf8)) ?? "")
    hasher.append(utf8: URL(fileURLWithPath: profile).path)
    let digits = String(hasher.finish().first & 0xffff | 0x10000, radix: 16).dropFirst()
    let name = ProcessInfo.processInfo.hostName.lowercased().prefix { $0 != "." }
      .filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }.prefix(32)
    return "\(name.isEmpty ? "device" : name)-\(digits)"
  }

  /// Returns whether a text can be the name of a device.
  package static func isDeviceName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text != "inbox"
      && text.utf8.allSatisfy { byte in
        byte < 128
          && (Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber)
          || [UInt8(ascii: "-"), UInt8(ascii: "_")].contains(byte)
      }
  }
}
