private import CDraws

/// An instruction set for draws in bulk. The results are the same bytes at every level; only the speed
/// differs.
public enum DrawLevel: Int32, CaseIterable, Comparable, Sendable {
  /// The instructions that every processor has: on x86-64, SSE2.
  case scalar
  /// Vectors of 256 bits (x86-64 with AVX2).
  case avx2
  /// Vectors of 512 bits (x86-64 with AVX-512 F, VL, DQ and BW).
  case avx512

  /// The best level of this machine's processor, detected once.
  public static let best = DrawLevel(rawValue: cdraws_best_level()) ?? .scalar

  /// All levels that this machine's processor supports.
  public static var available: [DrawLevel] { allCases.filter { $0 <= best } }

  /// Returns whether a level is slower than another.
  public static func < (left: DrawLevel, right: DrawLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}
