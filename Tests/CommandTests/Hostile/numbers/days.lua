-- ends: 1 
for _, day in ipairs { "0000-00-00", "0000-01-01", "10000-01-01", "2026-02-30", "2026-13-01", "-001-01-01", "2026-3-1",
  "2026-03-01x", "9999-12-31", "0001-01-01", "２０２６-03-01", "2026-03-01\0", ("2"):rep(1e6) } do
  for _, f in ipairs { clock.week, clock.weekday, mood.get, mission.get, journey.get, clock.day } do
    local ok, e = pcall(f, day)
    assert(ok or type(e) == "string")
  end
end
clock.days_between("0001-01-01", "99999-01-01")
