-- The rules of `everyday`, and a mission of one's own: read 20 pages five times a week.
--
--   flint rules check examples/rulebooks/reading.lua
--   flint test --rules examples/rulebooks/reading.lua examples/rulebooks
--   flint rules set examples/rulebooks/reading.lua --dry-run
--
-- The pages are entries of a tracker: flint entry Reading 25
return {
  id = "reading",
  extends = "everyday",
  missions = {
    {
      id = "twenty-pages", title = "Twenty Pages Five Times", window = "week", reward = 60,
      event = "entry", tracker = "Reading", days = 5, each_at_least = 20,
    },
  },
}
