// An app imports this module alone. What it uses is declared in five modules, so that within this package each
// subject imports only what it may know; who embeds the rules need not know of them.
@_exported public import Calendar
@_exported public import CounterRandom
@_exported public import JSON
@_exported public import Rules
@_exported public import Schema
