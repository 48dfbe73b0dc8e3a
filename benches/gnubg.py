#!/usr/bin/env python3
"""GNU Backgammon as a player of `merel match backgammon`: speaks UGI in front and drives `gnubg -t` behind.

A game is played for one point, so that gammons do not count, at 0 plies (PLIES says otherwise). What options there are
is asked of `merel ugi backgammon`; the one that leaves what gnubg's best move leaves is played.
"""

import base64
import json
import os
import re
import subprocess
import sys

import bridge

PLIES = os.environ.get("PLIES", "0")
MEREL = os.environ.get("MEREL", "merel")


class Rules:
    """The rules, as our own program tells them."""

    def __init__(self):
        command = [MEREL, "ugi", "backgammon", "--dialect", "json"]
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def position(self, moves):
        self.child.stdin.write(json.dumps({"do": "position", "moves": moves}) + "\n")
        return json.loads(self.child.stdout.readline())


class Gnubg:
    """The other program."""

    def __init__(self):
        command = ["gnubg", "-t", "-q", "-r"]
        self.child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1
        )
        for line in [
            "set player 0 human", "set player 1 human", "set automatic game off", "set automatic roll off",
            "set automatic move off", "set automatic bearoff off", "set confirm new off", "set confirm save off",
            "set output matchpc off", f"set evaluation chequerplay evaluation plies {PLIES}", "new match 1",
        ]:
            self.say(line)

    def say(self, line):
        self.child.stdin.write(line + "\n")
        self.child.stdin.flush()

    def best(self, own, theirs, dice):
        """The best move with these dice, as gnubg writes it. Boards are counts on the points 1 to 24 and the bar, each
        seen by who has them."""
        self.say(f"set board {position_id(own, theirs)}")
        self.say("set turn 1")
        self.say(f"set board {position_id(own, theirs)}")
        self.say(f"set dice {dice[0]} {dice[1]}")
        self.say("hint 1")
        while True:
            line = self.child.stdout.readline()
            if not line:
                sys.exit("gnubg has ended")
            found = re.match(r"\s*1\.\s+Cube\S+\s+\d+-ply\s+(.*?)\s+(Eq|MWC)\.?:", line)
            if found:
                return found.group(1).strip()
            if "no legal moves" in line or "There are no" in line:
                return ""


def position_id(own, theirs):
    """The position as gnubg names it: ones for checkers and a zero behind each point, first of the other side."""
    bits = []
    for side in (theirs, own):
        for count in side:
            bits += [1] * count + [0]
    bits += [0] * (80 - len(bits))
    octets = bytes(sum(bits[8 * i + j] << j for j in range(8)) for i in range(10))
    return base64.b64encode(octets).decode().rstrip("=")


class Board:
    """Points 1 to 24 and the bar (25) of both, each seen by its owner; what is off is what is left."""

    def __init__(self):
        self.sides = [self.start(), self.start()]

    @staticmethod
    def start():
        side = [0] * 26
        side[24], side[13], side[8], side[6] = 2, 5, 3, 5
        return side

    def copy(self):
        board = Board()
        board.sides = [list(side) for side in self.sides]
        return board

    def step(self, player, start, goal):
        """One checker from a point to another, seen by the player; a goal below one is off the board."""
        own, theirs = self.sides[player], self.sides[1 - player]
        assert own[start] > 0, f"nothing stands on {start}"
        own[start] -= 1
        if goal >= 1:
            own[goal] += 1
            if theirs[25 - goal]:
                theirs[25] += theirs[25 - goal]
                theirs[25 - goal] = 0

    def counts(self, player):
        return self.sides[player][1:]

    def key(self):
        return tuple(map(tuple, self.sides))


def our_steps(text, player):
    """The steps of an option of ours, `play:3/8/5:1/6/5`: the pips, the point where each begins, and where it ends."""
    steps = []
    for part in text.split(":")[1:]:
        pips, start, _ = part.split("/")
        if start.startswith("bar"):
            point = 25
        else:
            point = int(start) if player == 0 else 25 - int(start)
        steps.append((point, point - int(pips)))
    return steps


def their_steps(text):
    """The steps of a move of gnubg's: `24/18*/13`, `bar/22(2)`, `6/off`."""
    steps = []
    point = {"bar": 25, "off": 0}
    for part in text.split():
        times = re.search(r"\((\d)\)$", part)
        stops = re.sub(r"\(\d\)$", "", part).replace("*", "").split("/")
        stops = [point.get(stop, None) if stop in point else int(stop) for stop in stops]
        for _ in range(int(times.group(1)) if times else 1):
            steps += list(zip(stops, stops[1:]))
    return steps


class Player:
    def __init__(self):
        self.rules, self.gnubg = Rules(), Gnubg()

    def board(self, moves):
        """The board after some moves, whose turn it is, and the dice."""
        board, player, dice = Board(), None, []
        for number, text in enumerate(moves):
            if number == 0:
                # Lots decide who begins.
                player = ["White", "Black"].index(text)
            elif text.startswith("play"):
                for start, goal in our_steps(text, player):
                    board.step(player, start, goal)
                player, dice = 1 - player, []
            elif len(dice) == 2:
                # Nothing could be played with the last dice.
                player, dice = 1 - player, [int(text)]
            else:
                dice.append(int(text))
        return board, player, dice

    def choose(self, moves):
        options = self.rules.position(moves)["options"]
        if len(options) == 1:
            return options[0]
        board, player, dice = self.board(moves)
        best = self.gnubg.best(board.counts(player), board.counts(1 - player), dice)
        wanted = board.copy()
        for start, goal in their_steps(best):
            wanted.step(player, start, goal)
        for option in options:
            result = board.copy()
            for start, goal in our_steps(option, player):
                result.step(player, start, goal)
            if result.key() == wanted.key():
                return option
        print(f"info string no option leaves what {best} leaves", flush=True)
        return options[0]


bridge.speak("ugi", "gnubg", Player)
