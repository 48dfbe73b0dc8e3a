#!/usr/bin/env python3
"""How much a program loses by its moves in chess, in hundredths of a pawn, as another program sees it.

    MEREL=target/release/merel python3 benches/loss.py [POSITIONS] [MILLISECONDS] [SEED]

Positions come of games that begin with random moves and go on with quick moves of the judge, so the same seed gives the same
ones with the same judge. In each of them our program has so much time; the judge says what the position is worth before the
move and after it, looking DEPTH plies deep. A loss counts ten pawns at most. JUDGE is the judge's command (usually
`stockfish`), OURS replaces our program by another that speaks UCI, for comparison.
"""
import os
import random
import shlex
import subprocess
import sys

DEPTH = int(os.environ.get("DEPTH", "14"))
MOST = 1000
EVEN = 300


class Program:
    """A program that speaks UCI."""

    def __init__(self, command):
        self.child = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.say("uci")
        self.until("uciok")

    def say(self, text):
        self.child.stdin.write(text + "\n")
        self.child.stdin.flush()

    def until(self, word):
        lines = []
        while True:
            line = self.child.stdout.readline()
            if not line:
                sys.exit(f"the program ended before it said `{word}`")
            lines.append(line.strip())
            if lines[-1].startswith(word):
                return lines

    def at(self, moves):
        self.say("position startpos" + (" moves " + " ".join(moves) if moves else ""))

    def think(self, moves, how):
        """The move taken, and what the position is worth to the mover."""
        self.at(moves)
        self.say("go " + how)
        lines, score = self.until("bestmove"), 0
        for words in (line.split() for line in lines if " score " in line):
            kind, number = words[words.index("score") + 1 :][:2]
            score = int(number) if kind == "cp" else (MOST * 10 if int(number) > 0 else -MOST * 10)
        return lines[-1].split()[1], score

    def legal(self, moves):
        """All moves, as Stockfish lists them."""
        self.at(moves)
        self.say("go perft 1")
        lines = self.until("Nodes searched")
        return sorted(line.split(":")[0] for line in lines if ":" in line and not line.startswith("Nodes"))


def positions(judge, n, seed):
    """So many positions that are about even, as moves from the start."""
    rng, found = random.Random(seed), []
    while len(found) < n:
        judge.say("ucinewgame")
        moves, length = [], rng.randrange(8, 70)
        while len(moves) < length:
            legal = judge.legal(moves)
            if not legal:
                break
            is_random = len(moves) < 6 or rng.random() < 0.05
            moves.append(rng.choice(legal) if is_random else judge.think(moves, "depth 3")[0])
        if judge.legal(moves) and abs(judge.think(moves, "depth 8")[1]) <= EVEN:
            found.append(moves)
    return found


def main():
    n, time, seed = [int(word) for word in (sys.argv[1:] + ["200", "1000", "1"][len(sys.argv) - 1 :])[:3]]
    judge = Program(os.environ.get("JUDGE", "stockfish"))
    ours = Program(os.environ.get("OURS") or os.environ.get("MEREL", "merel") + " ugi chess --dialect uci")
    losses = []
    for moves in positions(judge, n, seed):
        move = ours.think(moves, f"movetime {time}")[0]
        judge.say("ucinewgame")
        best, worth = judge.think(moves, f"depth {DEPTH}")
        after = worth if move == best else -judge.think(moves + [move], f"depth {DEPTH - 1}")[1]
        losses.append(min(max(worth - after, 0), MOST))
        if os.environ.get("SHOW"):
            print(" ".join(moves), move, best, losses[-1], flush=True)
    mean = sum(losses) / len(losses)
    error = (sum((loss - mean) ** 2 for loss in losses) / len(losses) ** 2) ** 0.5
    great = sum(loss >= 200 for loss in losses)
    print(f"{n} positions, {time} ms: mean loss {mean:.0f} ± {1.96 * error:.0f} hundredths of a pawn, "
          f"{great} of them two pawns or more")


if __name__ == "__main__":
    main()
