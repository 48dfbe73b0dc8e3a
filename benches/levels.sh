#!/usr/bin/env bash
# How much each level is worth: matches of every level against the one below, as `docs/strength.md` tells them.
#
#   benches/levels.sh [GAMES] [FIRST] [LAST] [NAME...]     for instance: benches/levels.sh 40 2 6 chess oware
#
# Plays levels FIRST to LAST (2 to 10) each against the one below, so many games of each rule file, both sides of every
# opening of four random plies, and writes a table: the points of the higher level in a hundred. Levels count what they
# think, so the table is the same on any machine. MEREL says which program.
set -euo pipefail
games=${1:-20} first=${2:-2} last=${3:-10}
shift $(($# < 3 ? $# : 3))
names=("$@")
[ ${#names[@]} -gt 0 ] ||
  names=(chess breakthrough english-draughts oware marelle katarenga hex connect-four)
merel=${MEREL:-merel}
points() {
  "$merel" match "$1" --seat "high=level:$2" --seat "low=level:$(($2 - 1))" --opening 4 -n "$games" \
    --seed "${SEED:-1}" --most "${MOST:-300}" --threads "${THREADS:-1}" | awk '$2 == "high" && $4 ~ /^[0-9]+$/ { print $7 * 100 / $3 }'
}
printf '| level against the one below |'
printf ' %s |' "${names[@]}"
printf ' all |\n|---|'
printf -- '---|%.0s' "${names[@]}" all
printf '\n'
for level in $(seq "$first" "$last"); do
  printf '| %s |' "$level"
  all=()
  for name in "${names[@]}"; do
    share=$(points "$name" "$level")
    all+=("$share")
    printf ' %.0f |' "$share"
  done
  printf ' %s |\n' "$(printf '%s\n' "${all[@]}" | awk '{ sum += $1 } END { printf "%.0f", sum / NR }')"
done
