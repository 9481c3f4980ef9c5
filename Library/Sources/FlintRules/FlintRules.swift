// An app imports this module alone: what it uses of days and times is declared in another.
@_exported public import FlintCalendar
