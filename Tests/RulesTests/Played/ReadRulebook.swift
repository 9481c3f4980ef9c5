import FlintJSON
import FlintRules

/// Reads a rulebook file written as JSON.
func readRulebook(_ text: String) throws -> RulebookDefinition {
  try RulebookDefinition(reading: JSONValue(parsing: text), bundled: RulebookDefinition.bundled)
}
