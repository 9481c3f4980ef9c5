/// A text about a number of things in all languages, in the singular and in the plural; its raw value is its key among the
/// numbers of `Sources/CTexts`.
package enum CountedPhrase: String, CaseIterable, Sendable {
  // Titles of sections, labels and units.
  case days, minutes, points, levels, overloads, cards, missions, achievements, sparks, tasks
  case ratings, ratedDays, habitsDone, entries, trackerEntries, activities, journals, sosSessions
  case activeDays, questSteps

  // Amounts of missions.
  case sparksOfCategory, sparkDays, streakDays, daysWith, pointsOf, taskPoints, earnedPoints
  case categories, tags, trackers, dailyMissions, weeklyMissions, lifetimeMissions
  case newCardsOfRarity, newCardsOfBoth, cardsOfSet, sets, newCards, newCardsOfCategory,
    newCommonCards
  case newCommonCardsOfCategory, newRareCards, newRareCardsOfCategory, newEpicCards
  case newEpicCardsOfCategory, newLegendaryCards, newLegendaryCardsOfCategory

  // What is due.
  case streakTitle, exchangesReady, rollsAffordable, daysLate

  // Reports: journey.
  case daysDone, events

  // Reports: what is compared, listed in part, or on a page.
  case thingsDone

  // Units of streaks.
  case times, weeks, months, periods

  // Reports: pools and currencies.
  case rolls

  // Disclosure: rules.
  case featuredPath, featuredAfterLost

  // Reports: trackers.
  case trackersInTable
}
