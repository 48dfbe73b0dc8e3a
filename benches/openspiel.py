#!/usr/bin/env python3
"""OpenSpiel's Monte Carlo tree search as a player of `merel match`: speaks UGI in front and calls `pyspiel` behind.

    openspiel.py GAME MILLISECONDS      plays
    openspiel.py GAME --check N         plays N random games and compares what options both know, and who has won

Options of ours are those of OpenSpiel by the names of cells; how the boards lie to each other stands in `GAMES`.
"""

import json
import os
import random
import re
import subprocess
import sys
import time

import bridge
import pyspiel

MEREL = os.environ.get("MEREL", "merel")
MEMORY_MB = 2_000
MOST_SIMULATIONS = 1_000_000_000


class Rules:
    """The rules, as our own program tells them."""

    def __init__(self, game):
        command = [MEREL, "ugi", game, "--dialect", "json"]
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def position(self, moves):
        self.child.stdin.write(json.dumps({"do": "position", "moves": moves}) + "\n")
        return json.loads(self.child.stdout.readline())


def cells(text):
    """The names of cells in a text, in order."""
    return re.findall(r"[a-z]\d+", text)


def same(cell):
    return cell


def upside_down(rows):
    """The same cell with rows counted from the other side."""
    return lambda cell: f"{cell[0]}{rows + 1 - int(cell[1:])}"


def mirrored(columns):
    """The same cell with columns counted from the other side."""
    return lambda cell: f"{chr(2 * ord('a') + columns - 1 - ord(cell[0]))}{cell[1:]}"


def of_square(number):
    """A square of draughts by its number, as OpenSpiel names it: the first player has 1 to 12."""
    row, column = divmod(number - 1, 4)
    return f"{'abcdefgh'[7 - (2 * column + (row % 2 == 0))]}{row + 1}"


def by_cells(place):
    """Ours and theirs are one step and name the same cells in the same order."""
    return (lambda ours: tuple(map(place, cells(ours)))), (lambda theirs: tuple(cells(theirs)))


def in_steps_of_draughts(ours):
    squares = [of_square(int(number)) for number in re.findall(r"\d+", ours)]
    return tuple(zip(squares, squares[1:]))


def in_steps_of_amazons(ours):
    def place(cell):
        return f"({11 - int(cell[1:])}, {ord(cell[0]) - ord('a') + 1})"

    return tuple(map(place, cells(ours)))


def one(to_step):
    """An option of ours that is one step of theirs."""
    return lambda ours: (to_step(ours),)


def plain(place):
    ours, theirs = by_cells(place)
    return one(ours), theirs


# By game: what OpenSpiel calls it, and how the steps of an option of ours and a step of theirs are written alike.
GAMES = {
    "breakthrough": ("breakthrough", plain(upside_down(8))),
    "hex": ("hex", plain(same)),
    "havannah": ("havannah", plain(same)),
    "y": ("y(board_size=13)", plain(same)),
    "clobber": ("clobber", plain(mirrored(6))),
    "lines-of-action": ("lines_of_action", plain(same)),
    "oware": ("oware", (one(str.lower), str.lower)),
    "english-draughts": ("checkers", (in_steps_of_draughts, lambda theirs: tuple(cells(theirs)[:2]))),
    "amazons": ("amazons", (in_steps_of_amazons, lambda theirs: re.search(r"\(.*\)", theirs).group())),
}


class Board:
    """A game at both, side by side."""

    def __init__(self, name):
        load, (self.our_steps, self.their_step) = GAMES[name]
        self.game = pyspiel.load_game(load)
        self.state, self.played = self.game.new_initial_state(), []

    def step(self, state, step):
        """Takes the action that is this step; false if there is none."""
        player = state.current_player()
        for action in state.legal_actions():
            if self.their_step(state.action_to_string(player, action)) == step:
                state.apply_action(action)
                return True
        return False

    def follow(self, moves):
        """Plays on, or from the start, until these moves are played."""
        if moves[: len(self.played)] != self.played:
            self.state, self.played = self.game.new_initial_state(), []
        for move in moves[len(self.played) :]:
            for step in self.our_steps(move):
                assert self.step(self.state, step), f"OpenSpiel knows no `{step}` of `{move}`"
            self.played.append(move)


class Player:
    def __init__(self, name, milliseconds):
        self.rules, self.board = Rules(name), Board(name)
        self.seconds = milliseconds / 1000

    def searched(self, state, seconds):
        """The action that the search takes after so many seconds."""
        evaluator = pyspiel.RandomRolloutEvaluator(1, random.randrange(1 << 30))
        bot = pyspiel.MCTSBot(
            self.board.game, evaluator, 2, MOST_SIMULATIONS, MEMORY_MB, True, random.randrange(1 << 30), False,
            pyspiel.ChildSelectionPolicy.UCT, seconds,
        )
        return bot.step(state)

    def choose(self, moves):
        options = self.rules.position(moves)["options"]
        if len(options) == 1:
            return options[0]
        self.board.follow(moves)
        state, left, steps = self.board.state.clone(), self.seconds, []
        # There a position that stands again may be the end.
        if state.is_terminal():
            print("info string the game is over at OpenSpiel", flush=True)
            return random.choice(options)
        # What is one option of ours may be several decisions there.
        wanted = {option: self.board.our_steps(option) for option in options}
        while True:
            share = 1 / (max(map(len, wanted.values())) - len(steps))
            begun, player = time.monotonic(), state.current_player()
            action = self.searched(state, max(left * share, 0.001))
            left = max(left - (time.monotonic() - begun), 0.0)
            steps.append(self.board.their_step(state.action_to_string(player, action)))
            state.apply_action(action)
            wanted = {option: own for option, own in wanted.items() if own[: len(steps)] == tuple(steps)}
            assert wanted, f"no option of ours begins with {steps}"
            whole = [option for option, own in wanted.items() if len(own) == len(steps)]
            if whole or len(wanted) == 1:
                return (whole or list(wanted))[0]


def check(name, games):
    """Plays random games and compares options and results."""
    rules, same_ends = Rules(name), 0
    for _ in range(games):
        moves, board = [], Board(name)
        while True:
            found = rules.position(moves)
            options, state = found["options"], board.state
            is_over = found["outcome"] is not None
            if is_over or state.is_terminal():
                break
            ours = {board.our_steps(option)[0] for option in options if board.our_steps(option)}
            theirs = {board.their_step(state.action_to_string(state.current_player(), action)) for action in state.legal_actions()}
            if ours != theirs:
                print(f"after {moves}: only ours {sorted(ours - theirs)[:5]}, only theirs {sorted(theirs - ours)[:5]}")
                return
            moves.append(random.choice(options))
            board.follow(moves)
        if is_over and state.is_terminal():
            places = found["outcome"]["places"].values()
            (one, other), gained = places, state.returns()[0]
            same_ends += (one < other, one > other) == (gained > 0, gained < 0)
        else:
            print(f"after {len(moves)} moves over here: {is_over}, there: {state.is_terminal()}")
    print(f"{same_ends} of {games} games ended at both at once, and alike")


name, amount = sys.argv[1], sys.argv[2]
if amount == "--check":
    check(name, int(sys.argv[3]))
else:
    bridge.speak("ugi", "OpenSpiel", lambda: Player(name, int(amount)))
