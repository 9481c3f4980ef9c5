/// A text in all languages, whose raw value is its key among the phrases of `Sources/CTexts`.
package enum Phrase: String, CaseIterable, Sendable {
  // Titles of sections, labels and units.
  case level, mood, streakTitle, habits, missions, tasks
  case and, today, tomorrow, dueToday, andMore

  // Dates.
  case longDay, dateParts

  // Schedules and goals of habits.
  case everyDay, everyDays, onWeekdays, once, twice, severalTimes, perDay, perWeek, perMonth
  case timesInDays, atLeast, atMost

  // Amounts of missions.
  case numberOf, ofExtremeIntensity, ofIntensity, beforeOne, beforeHour

  // Sources of points, and a period.
  case duplicateLedger, earnedLedger, monthPeriod

  // What is due.
  case moodTitle, weekTitle, stillOpen, comingUp, priorityInProject, afterTask, dueTomorrow
  case dueInDays
  case noSparkToday, daysDoneOfRequired, soFar, endingHabitStreak, habitStreak, nextStep, oneToGo
  case severalToGo, closesToday, closesTomorrow, closesInDays, towardsExchange, todayUnrated
  case yesterdayUnrated, inDays, unlocksByItself, lacksJournal, lacksSession, meanMoodOfFour
  case noChange, decrease, increase

  // The page of today.
  case todayLabel, doneLabel, dueLabel, levelAndPoints, noStreak, endingStreak, unrated
  case nearLabel, nearestLevel, nearestSet, nearestMission, nothingYet, missionsOfDay, nextMission,
    noTasks, overdueSince, dueOn, startedTask

  // The week.
  case questsColumn, entriesColumn, activitiesColumn, habitsColumn, pointsColumn, total
  case weekBefore, sameDays, daysBefore

  // The list of what is due.
  case dueColumn, kindColumn, titleColumn, detailColumn, nothingDue

  // Habits in lists.
  case streakLength, streakEndsToday, thisWeek, thisMonth, thisPeriod, keptSoFar, exceeded
  case goalProgress, limitProgress

  // Pages.
  case contents, numbers

  // Reports of profiles.
  case reviewTitle, calendar, otherDays, nothingRecorded, madeOn, rulebookNote, leavesTitlesOut
  case containsTitles

  // Reports: columns and values.
  case week, day, days, month, year, name, count, value, time, titleHeading, notes, status
  case progress, reward, rewards, times, firstDay, lastDay, missing, heatMapSummary, barsSummary

  // Reports: overview.
  case overview, pointsByLedger, pointsOverTime, courseSummary, records, record, bestDay
  case busiestDay, longestSparkStreak, busiestHour, busiestWeekday, longestRated

  // Reports: sparks.
  case byCategory, byIntensity, byHour, byHourSummary, hour, category, bestSparks, productivity

  // Reports: habits.
  case habit, daysDone, completion, strength, strengthSummary, strengthNote, longestStreak

  // Reports: what was most notable.
  case ofTotal, storyBestMonth, storyBestWeek, storyBestSince, storyBestEver, storyHabitUp
  case storyHabitDown, storyHabitUpFrom, storyHabitDownFrom, storyMoodHigher, storyMoodLower
  case storyMoodUp, storyMoodDown, storyMoodMonths, storyStreak, storyBestDay, storyCollection
  case storyQuests, storyProject, storyHabitEnd, storyLevel, storyBestDaySince, storyBestDayEver

  // Reports: moods.
  case meansNote, moods, median, mean, moodCounts, moodByWeekday, moodByMonth, weekday
  case yearInPixels, pixelsSummary, moodRelations, relationsSummary, relationsNote, factor
  case difference, lowerBound, upperBound

  // Reports: tasks.
  case scoreOf, scorePerDay, scoreMeans, scoreMeansSummary, mean7, mean30, openTasks, openOverTime
  case openSummary, byProject, byPriority, project, priority, latestTasks, longestScoreStreak

  // Reports: cards.
  case collection, card, owned, ownedCard, missingCard, copies, firstTime, removedDraws
  case boardSummary, cardsOverTime, cardsSummary

  // Reports: missions.
  case mission, mostOften

  // Reports: quests.
  case quests, questSets, questSet, nodesDone, missionsComplete, node, graphSummary, graphsNote

  // Reports: journey.
  case journey, journeyDays, journals, longestActivity, scores, scoresSummary, landscape
  case landscapeSummary, height, ladders, ladder, laddersSummary, unlocked, achievement, nextGoals

  // Reports: what is compared, listed in part, or on a page.
  case comparison, comparisonSentence, relationsShown, someOfAll, journalText, letterShortened
  case numberCalendarContents, habitCalendarContents, moodCalendarContents, noEntry

  // Reports: calendars of habits.
  case freeDay, kept, amount

  // Reports: pools and currencies.
  case pools, pool, rolls, newCards, featuredCards, exchanges, exchange, cardsOfPools, openPool
  case sinceLast, certainIn, currencies, currency, balance, spent, money

  // Reports: trackers.
  case trackers, tracker, longestDays, trackerOverTime, trackerOverTimeSummary

  // The page that discloses the probabilities of a rulebook.
  case disclosure, disclosureLead, disclosureHash, categorySparks

  // Pages of odds: what repeats them.
  case provenanceRules, provenanceMade

  // Disclosure: headings.
  case raritiesTitle, cardsTitle, rollsTitle, sparksTitle, pricesTitle, choicesTitle, packsTitle
  case packCardsTitle, stepsTitle

  // Disclosure: columns.
  case rarityColumn, cardColumn, featuredColumn, nominalColumn, exactColumn, effectiveColumn
  case chosenColumn, otherFeaturedColumn, otherCardsColumn, certainColumn
  case rarityCertainColumn
  case duplicateColumn
  case withinLimitColumn, copiesColumn, rollColumn, chanceColumn, wantedColumn, expectedColumn
  case inPackColumn
  case packColumn, slotColumn, yes, never, notKnown

  // Disclosure: what one may want.
  case anyFeatured, anyOfRarity, eachOf

  // Disclosure: rules.
  case alwaysOpen, openFrom, openUntil, openBetween, notOpen, rollPrice, tokenPrice, bundlePrice
  case bundleSize, bundleCertain, featuredShare, featuredGuarantee, featuredHard
  case shareAfterLost, featuredFrom, featuredFromOnce, ratesByRound, exactReset
  case featuredOnce, featuredWaits, firstCertain, exchangeFeatured, exchangeAny, exchangeLimit
  case exchangePoints, exchangePricesFeatured, exchangePricesAny, rollRound, firstPrice, firstFree
  case exchangeDuplicates, protectedRarity, cycleOrder, cycleRates
  case rollLimit, withinLimit, carried, boxNever, boxEmpty, boxFeatured, boxRates, packRates
  case packChances, distinctCards, protected, canRepeat, cannotRepeat, someRepeat
  case emptyDemote, emptyNone, emptyReroll
  case beyondLimit, pityBeyond, hardBeyond, featuredBeyond, exchangeBeyond
  case emptyPity, oneIn, dropChance, unknownRates, exchangeLeftOut, refundsLeftOut, estimatedCost

  // Disclosure: remarks at the end.

  case ratesNote, rollsNote, moneyNote, exactNote
}
