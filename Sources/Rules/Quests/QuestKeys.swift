/// The keys of each object of a quest set's file: what the reader takes, and what its reference
/// tells.
public enum QuestKeys {
  /// The whole file.
  public static let set = [
    "id", "name", "category", "source", "sourceUrl", "lastScraped", "lastKnownUpdate",
    "totalMissions", "missions",
  ]
  /// An entry of `missions`.
  public static let mission = ["id", "title", "number", "url", "nodes", "gates"]
  /// An entry of `nodes`.
  public static let node = [
    "id", "orderIndex", "title", "description", "dependencies", "location",
  ]
  /// A node's `location`.
  public static let location = ["coordinates", "zone", "npc"]
  /// An entry of `gates`.
  public static let gate = ["id", "type", "afterNodeId", "requirement", "description"]
}
