#!/bin/sh -e
# Compares the log of draws of the live game with what harbour.lua promises of its banner.
GAME=examples/designers-guide
flint audit log $GAME/draws.csv --quiet --complete \
  --rates gold=1.5% --pity gold=${1:-30}:2%:50 --featured Moonfish --share 50% --guarantee --fail-below 0.001
