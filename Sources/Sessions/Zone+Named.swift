public import Calendar

extension Zone {
  /// Returns the zone of an IANA name.
  ///
  /// - Throws: `SessionError.unknownZone`.
  public static func named(_ name: String) throws(SessionError) -> Zone {
    do throws(UnknownZone) {
      return try Zone(name: name)
    } catch {
      throw .unknownZone(name)
    }
  }
}
