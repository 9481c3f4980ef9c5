package import FlintRules

/// Things that are listed below the name of their group.
package struct ListedGroup<Element> {
  /// The name; `nil` for what has no group.
  package let name: String?
  package fileprivate(set) var elements: [Element]
}

extension Sequence {
  /// Returns the elements by group: the groups in the order of their first elements, regardless of case,
  /// and at the end what has none.
  package func listed(by name: (Element) -> String?) -> [ListedGroup<Element>] {
    var groups: [ListedGroup<Element>] = []
    var positions: [String: Int] = [:]
    var others = ListedGroup<Element>(name: nil, elements: [])
    for element in self {
      guard let name = name(element) else {
        others.elements.append(element)
        continue
      }
      let position = positions[name.lowercased()]
      if let position {
        groups[position].elements.append(element)
      } else {
        positions[name.lowercased()] = groups.count
        groups.append(ListedGroup(name: name, elements: [element]))
      }
    }
    return others.elements.isEmpty ? groups : groups + [others]
  }
}

extension HabitView {
  /// The name of the group in which the habit is listed; `nil` without one.
  package var group: String? { tracker.content.group }
}
