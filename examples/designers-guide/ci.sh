#!/bin/sh -e
# What has to hold before a release, from the root of the checkout: examples/designers-guide/ci.sh FOLDER
GAME=examples/designers-guide OUT=$1
flint rules check --quiet $GAME/harbour.lua
flint test --rules $GAME/harbour.lua $GAME
flint simulate --quiet $GAME/plan.lua -o "$OUT/plan.html" > "$OUT/plan.txt"
flint odds disclose --rules $GAME/harbour.lua --day 2027-03-01 -o "$OUT/odds.html" > /dev/null
sh -e $GAME/audit.sh > "$OUT/audit.txt"
