-- ends: 1 
for _, text in ipairs { "1e308", "0x10", "1_000", "١٢٣", " 1", "1 ", "+1", "--1", "nan", "inf", "1e-400", ("9"):rep(400), "" } do
  pcall(tracker.add_entry, "water", { value = text })
  pcall(mood.add, {mood = text, day = "2026-03-01"})
end
error("nothing is to be kept")
