#!/usr/bin/env bash
# How strong the machine is against other programs: the table of opponents that `docs/strength.md` tells.
#
#   benches/opponents.sh [GAMES] [TIME] [WORD...]     for instance: benches/opponents.sh 20 1s chess/fairymax shogi
#
# One match for each row: so many games, both sides of every opening of four random plies, the same time for each decision,
# one game at a time on one core. Rows whose `game/opponent` holds one of the words are played, usually all. The rows of go
# take five times the TIME, since GNU Go is asked for five seconds. A program that is not installed is told by its name,
# and its rows are skipped. Where programs come from stands in `docs/strength.md`.
#
# MEREL says which program is ours, SEAT how it plays (usually `search`), SEED which openings, OUT a folder in which all
# games are kept: called again, it goes on.
set -euo pipefail
games=${1:-20} time=${2:-1s}
shift $(($# < 2 ? $# : 2))
words=("$@")
merel=${MEREL:-merel}
PATH=$PATH:/usr/games
here=$(cd "$(dirname "$0")" && pwd)
log=$(mktemp)
trap 'rm -f "$log"' EXIT
export MEREL=$merel

# times TIME N: so many times as long.
times() {
  case $1 in
  *ms) echo "$((${1%ms} * $2))ms" ;;
  *s) echo "$((${1%s} * $2))s" ;;
  esac
}

# seconds TIME: in whole seconds, one at least.
seconds() {
  case $1 in
  *ms) echo $(((${1%ms} + 999) / 1000)) ;;
  *s) echo "${1%s}" ;;
  esac
}

is_wanted() {
  [ ${#words[@]} -eq 0 ] && return 0
  local word
  for word in "${words[@]}"; do
    case $1 in *"$word"*) return 0 ;; esac
  done
  return 1
}

# row GAME NAME NEEDS ASKED SEAT [TIME [OPTION...]]: a match against a program that needs a command, and the share of the
# points that is asked for, in percent.
row() {
  local game=$1 name=$2 needs=$3 asked=$4 seat=$5 own=${6:-$time} line
  shift $(($# < 6 ? $# : 6))
  is_wanted "$game/$name" || return 0
  if ! command -v "$needs" >/dev/null; then
    echo "| $game | $name | | not installed: $needs | | $asked |"
    return 0
  fi
  local kept=()
  [ -n "${OUT:-}" ] && kept=(--out "$OUT/${game%.gdl}-$name")
  if ! line=$("$merel" match "$game" --seat "one=${SEAT:-search}:$own" --seat "other=$seat" --opening 4 -n "$games" \
    --seed "${SEED:-1}" --most "${MOST:-400}" --threads 1 "${kept[@]}" "$@" 2>"$log"); then
    echo "| $game | $name | $own | cannot be played: $(tail -n 1 "$log") | | $asked |"
    return 0
  fi
  awk -v game="$game" -v name="$name" -v own="$own" -v asked="$asked" '
    $2 == "one" && $3 ~ /^[0-9]+$/ {
      n = $3; p = $7 / n; z = 1.959964
      mid = (p + z * z / (2 * n)) / (1 + z * z / n)
      half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
      low = mid - half < 0 ? 0 : mid - half; high = mid + half > 1 ? 1 : mid + half
      printf "| %s | %s | %s | %d won, %d drawn, %d lost | %.0f %% (%.0f to %.0f) | %s |\n",
        game, name, own, $4, $5, $6, 100 * p, 100 * low, 100 * high, asked
    }' <<<"$line"
  # A game that a program lost by what it did, and not on the board, is told.
  sed 's/^/  /' "$log" >&2
}

echo "| game | opponent | time | won, drawn, lost | points, and where their share lies with 95 in a hundred | asked |"
echo "|---|---|---|---|---|---|"
# Programs of XBoard think by whole seconds.
row chess fairymax fairymax 50 "xboard/$time:fairymax"
row chess gnuchess gnuchess 20 "uci/$time:gnuchess --uci"
row chess phalanx phalanx 20 "xboard/$time:phalanx"

sjaak() { row "$1" sjaakii sjaakii 50 "uci/$time/UCI_Variant=$2:sjaakii"; }
# Sjaak II does not know atomic, antichess and three-check.
sjaak crazyhouse crazyhouse
sjaak king-of-the-hill kingofthehill
sjaak los-alamos losalamos
sjaak xiangqi xiangqi
sjaak shogi shogi

# FAIRY is a command that starts Fairy-Stockfish: the file of a release, or `node` with the WebAssembly of npm.
fairy() {
  local needs=${FAIRY:-fairy-stockfish}
  row "$1" fairy-stockfish "${needs%% *}" told \
    "uci/$time/UCI_Variant=$2/UCI_LimitStrength=true/UCI_Elo=1500:${FAIRY:-fairy-stockfish}"
}
fairy crazyhouse crazyhouse
fairy atomic atomic
fairy antichess antichess
fairy three-check 3check
fairy king-of-the-hill kingofthehill
fairy los-alamos losalamos
fairy xiangqi xiangqi
fairy shogi shogi

# GNU Shogi thinks by whole seconds, and has no protocol: a program of ours types the moves.
row shogi gnushogi gnushogi 30 "usi/$time/patience=20s:python3 $here/gnushogi.py $(seconds "$time")"
row go gnugo gnugo 50 \
  "gtp/$(times "$time" 5)/komi=7.5:gnugo --mode gtp --level 10 --chinese-rules --capture-all-dead" "$(times "$time" 5)"
row backgammon gnubg gnubg 40 "ugi/$time/patience=20s:python3 $here/gnubg.py"

# SPIEL is a python with the module `pyspiel` (`pip install open_spiel`): its Monte Carlo tree search, at the same time.
milliseconds() {
  case $1 in
  *ms) echo "${1%ms}" ;;
  *s) echo "$((${1%s} * 1000))" ;;
  esac
}
spiel=${SPIEL:-python3}
"$spiel" -c 'import pyspiel' 2>/dev/null || spiel=pyspiel
for game in breakthrough hex amazons lines-of-action english-draughts oware havannah clobber y; do
  row "$game" openspiel "$spiel" 80 "ugi/$time/patience=60s:$spiel $here/openspiel.py $game $(milliseconds "$time")"
done

# Where no other program plays the game: plain playouts with ten times the time.
for game in marelle katarenga arene adix arena; do
  row "$game" playouts true 90 "mcts:$(times "$time" 10)"
done
