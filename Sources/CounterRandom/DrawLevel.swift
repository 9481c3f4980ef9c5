private import CDraws

/// What a processor can do for draws in bulk. The same bytes come out at every level; they differ
/// in speed only.
public enum DrawLevel: Int32, CaseIterable, Comparable, Sendable {
  /// What every processor has: on x86-64, SSE2.
  case scalar
  /// Vectors of 256 bits (x86-64 with AVX2).
  case avx2
  /// Vectors of 512 bits (x86-64 with AVX-512 F, VL, DQ and BW).
  case avx512

  /// The best level that this machine's processor has, found out once.
  public static let best = DrawLevel(rawValue: cdraws_best_level()) ?? .scalar

  /// All levels that this machine's processor has.
  public static var available: [DrawLevel] { allCases.filter { $0 <= best } }

  /// Orders levels by speed.
  public static func < (left: DrawLevel, right: DrawLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}
