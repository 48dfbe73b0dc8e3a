#!/usr/bin/env python3
"""GNU Shogi as a player of `merel match shogi`: speaks USI in front and types moves into `gnushogi` behind.

GNU Shogi of Debian knows no protocol: it takes moves as a person types them. `gnushogi.py SECONDS` says how long it thinks
for each move, one second at least: it is given as many minutes for sixty moves, and keeps them itself.
"""

import re
import subprocess
import sys

import bridge


class GnuShogi:
    """The other program, and the moves that it knows."""

    def __init__(self, seconds):
        command = ["gnushogi", "-a", "-h", "-X"]
        self.child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, bufsize=1
        )
        self.seconds, self.known = seconds, None

    def say(self, line):
        self.child.stdin.write(line + "\n")
        self.child.stdin.flush()

    def choose(self, moves):
        if self.known is None or moves[: len(self.known)] != self.known:
            self.say("new")
            self.say(f"level 60 {self.seconds}")
            self.known = []
        self.say("force")
        for move in moves[len(self.known):]:
            self.say(move)
        self.say("go")
        # Moves that are typed are repeated; what it plays has dots in front.
        while True:
            line = self.child.stdout.readline()
            if not line:
                return "resign"
            found = re.match(r"\s*\d+\.\s*\.\.\.\s*(\S+)", line)
            if found:
                self.known = moves + [found.group(1)]
                return found.group(1)
            if re.search(r"mates|resign|wins", line, re.IGNORECASE):
                return "resign"
            if "Illegal" in line:
                print(f"info string {line.strip()}", flush=True)


bridge.speak("usi", "GNU Shogi", lambda: GnuShogi(sys.argv[1] if len(sys.argv) > 1 else "1"))
