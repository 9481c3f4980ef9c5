import Chance
import FlintRules

extension DrawModel {
  /// What is odd about the rates beside their rules, and about the featured share, as of a pool.
  package var remarks: [String] {
    tiers.flatMap { tier in
      let isMixed = featured?.tier == tier.name
      let share = isMixed ? featured.map { FeaturedDefinition(share: $0.share) } : nil
      return (tier.pity?.remarks(on: tier.rate, of: "the rate of \(tier.name)") ?? [])
        + (share?.remarks(ofRate: tier.rate, of: tier.name) ?? [])
    }
  }
}
