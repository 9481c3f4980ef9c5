public import ArgumentParser
public import Rules

extension QuestGraphFormat: ExpressibleByArgument {}
