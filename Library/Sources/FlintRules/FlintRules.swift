// An app imports this module alone: what it uses of days, times and errors is declared in two others.
@_exported public import FlintCalendar
@_exported public import FlintSchema
