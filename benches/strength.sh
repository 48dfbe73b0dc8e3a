#!/usr/bin/env bash
# How strong the machine is: matches on fixed openings, as `docs/strength.md` tells them.
#
#   benches/strength.sh [GAMES] [TIME] [NAME...]     for instance: benches/strength.sh 20 300ms chess oware
#
# Plays `search` against `mcts` (plain playouts) with the same time for each decision, in so many games of each rule file,
# both sides of every opening, on one core, and writes a table. MEREL says which program; other seats: ONE and OTHER.
set -euo pipefail
games=${1:-20} time=${2:-300ms}
shift $(($# < 2 ? $# : 2))
names=("$@")
[ ${#names[@]} -gt 0 ] ||
  names=(chess breakthrough english-draughts lines-of-action amazons oware marelle katarenga hex)
merel=${MEREL:-merel} one=${ONE:-search:$time} other=${OTHER:-mcts:$time}
echo "| game | $one | $other | games | points of the first |"
echo "|---|---|---|---|---|"
for name in "${names[@]}"; do
  line=$("$merel" match "$name" --seat "one=$one" --seat "other=$other" --opening 4 -n "$games" --seed "${SEED:-1}" \
    --most "${MOST:-300}" --threads 1 | awk '$2 == "one" && $4 ~ /^[0-9]+$/ { print $4 " won, " $5 " drawn, " $6 " lost | " $3 " | " $7 }')
  echo "| $name | $line |"
done
