public import ArgumentParser
import Views

extension QuestGraphFormat: ExpressibleByArgument {}
