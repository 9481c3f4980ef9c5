/// The keys of each object in a quest set's file, for the reader and for the reference pages.
public enum QuestKeys {
  /// The keys of the top-level object.
  public static let set = [
    "id", "name", "category", "source", "sourceUrl", "lastScraped", "lastKnownUpdate",
    "totalMissions", "missions",
  ]
  /// The keys of an entry of `missions`.
  public static let mission = ["id", "title", "number", "url", "nodes", "gates"]
  /// The keys of an entry of `nodes`.
  public static let node = [
    "id", "orderIndex", "title", "description", "dependencies", "location",
  ]
  /// The keys of a node's `location`.
  public static let location = ["coordinates", "zone", "npc"]
  /// The keys of an entry of `gates`.
  public static let gate = ["id", "type", "afterNodeId", "requirement", "description"]
}
