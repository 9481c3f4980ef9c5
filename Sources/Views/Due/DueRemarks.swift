import Rules

/// The remarks of each tone. A mission at half of its target or more counts as close to it.
extension Due.Topic {
  var niceRemarks: [String] {
    switch self {
    case .reminder(_, isPast: false):
      ["You asked to be told.", "A tap on the shoulder, as agreed.", "Your past self says hello."]
    case .reminder(_, isPast: true):
      [
        "It has been waiting for you.", "The bell rang; nobody minds.",
        "Still here, still patient.",
      ]
    case .task(_, days: 0):
      ["Today is its day.", "One less for tomorrow.", "You will feel lighter tonight."]
    case .task:
      ["Time enough to do it well.", "A head start is free.", "The early bird may nap later."]
    case .overdue:
      [
        "It is not too late.", "Start small; it counts.",
        "Nobody keeps score. Well, Flint does, but kindly.",
      ]
    case .streak:
      ["One spark keeps it lit.", "Feed the fire before the day ends.", "A small one will do."]
    case .habit(let note) where note.isLastChance:
      ["Today is the day for it.", "A little counts too.", "You know the way by now."]
    case .habit:
      [
        "There is room for it today.", "Or another day; there is time.",
        "It gets easier each time.",
      ]
    case .mission(let progress, let target, _, _) where progress * 2 >= target:
      ["So close that it hums.", "A little more and it is yours.", "Worth the last stretch."]
    case .mission:
      ["There is still time.", "Every bit counts.", "Only if you feel like it."]
    case .mood(isToday: true):
      ["How was it?", "One word is enough.", "Horrible is an answer too."]
    case .mood(isToday: false):
      ["Do you remember?", "It would like to be counted."]
    case .rung:
      ["Nothing to do but be here.", "Just keep breathing.", "Patience has its prizes."]
    case .nearRung:
      ["One step, and it is there.", "You have come this far.", "Today would be a good day."]
    case .report:
      ["Well done, whatever it was.", "Put your feet up.", "Not every week is a tower."]
    }
  }

  var rudeRemarks: [String] {
    switch self {
    case .reminder(_, isPast: false):
      [
        "You set it yourself, so no complaints.", "Yes, that. You know exactly what.",
        "Do not act surprised.",
      ]
    case .reminder(_, isPast: true):
      [
        "The bell rang. You napped.", "Ignored with real talent.",
        "Setting a bell to ignore it: bold.",
      ]
    case .task(_, days: 0):
      [
        "Today means today.", "It will not do itself. It has been asked.",
        "Look around: nobody else is coming.",
      ]
    case .task:
      [
        "Plenty of time to dither.", "You will leave it to the last hour, as is tradition.",
        "Go on, surprise everybody.",
      ]
    case .overdue:
      [
        "It can walk and talk by now.", "Archaeologists have taken an interest.",
        "Even the deadline has moved on.",
      ]
    case .streak:
      [
        "Light it or lose it.", "All those days for nothing? Suit yourself.",
        "The end of a day does not haggle.",
      ]
    case .habit(let note) where note.isLastChance:
      [
        "Today, or the streak goes.", "It was your idea, remember?", "No later day will save you.",
      ]
    case .habit:
      [
        "Putting it off is a habit too.", "Tomorrow has heard that before.",
        "You could just do it. Imagine.",
      ]
    case .mission(let progress, let target, _, _) where progress * 2 >= target:
      [
        "Stopping now would be a classic.", "A snail would be done.",
        "So near, and yet here you are, reading.",
      ]
    case .mission:
      [
        "Optimism is free, at least.", "Start now, or stop pretending.",
        "A miracle would do. Or you, running.",
      ]
    case .mood(isToday: true):
      [
        "Feelings. Rumour says you have some.", "Grunt once for average.",
        "Even \"meh\" is on the scale.",
      ]
    case .mood(isToday: false):
      ["You were there, were you not?", "It happened, with or without your blessing."]
    case .rung:
      [
        "A prize for sitting still. Your sport.", "Awarded for merely existing.",
        "No effort required. You will love it.",
      ]
    case .nearRung:
      [
        "One. Even you can count to one.", "The last step, and you sit down.",
        "It has been hanging there all week.",
      ]
    case .report:
      [
        "Frame it, or hide it.", "That was a whole week, apparently.",
        "Numbers do not lie. Pity.",
      ]
    }
  }
}
