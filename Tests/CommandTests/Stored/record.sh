# Records the stored profiles: run in an empty directory that has a copy of `inputs`, with flint on the path.
set -e
flint init --quiet --rules ignition --db p.db --seed 20260323 --zone Europe/Rome --now 2026-01-01T00:00
flint run --quiet --db p.db --now 2026-03-21T00:00 --allow-read inputs inputs/first.lua
cp p.db q.db
flint run --quiet --db p.db --now 2026-03-21T12:00 inputs/corrections.lua
for file in sparks.csv daylio.csv loop habitica.csv ticktick.csv todoist taskwarrior.json ignition.csv; do
  flint import --db p.db --now 2026-10-01T12:00 "inputs/$file" --rejects "$(basename "$file").rejects" --quiet || [ $? = 65 ]
done
flint undo --quiet --db p.db --now 2026-10-01T13:00
flint import --db p.db --now 2026-10-01T14:00 inputs/ignition.csv --quiet || [ $? = 65 ]
flint undo --quiet --db p.db --now 2026-10-01T15:00
flint redo --quiet --db p.db --now 2026-10-01T16:00
flint run --quiet --db q.db --now 2026-03-22T12:00 inputs/elsewhere.lua
