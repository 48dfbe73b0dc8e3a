"""What the bridges to other programs share: UGI and USI as `merel match` speaks them to a player."""

import sys


def speak(protocol, name, open_player):
    """Answers on the standard output until `quit`. The player is opened when it is first asked whether it is ready; its
    `choose` gets the moves so far and gives the next one."""
    player, moves = None, []
    for line in sys.stdin:
        words = line.split()
        match words[:1]:
            case [word] if word == protocol:
                print(f"id name {name}\n{protocol}ok", flush=True)
            case ["isready"]:
                player = player or open_player()
                print("readyok", flush=True)
            case ["position"]:
                moves = words[words.index("moves") + 1:] if "moves" in words else []
            case ["go"]:
                print(f"bestmove {player.choose(moves)}", flush=True)
            case ["quit"]:
                return
