public import ArgumentParser
public import Rules

extension QuestGraphFormat: ExpressibleByArgument {}

extension QuestStatus: ExpressibleByArgument {}
