"""The games, in one explicit list. Adding one is a file beside this and a line here."""

from yachtlib.dice import InputError
from yachtlib.games.generala import GENERALA
from yachtlib.games.kniffel import KNIFFEL
from yachtlib.games.maxi_yatzy import MAXI_YATZY
from yachtlib.games.yacht import YACHT
from yachtlib.games.yacht_35 import YACHT_35
from yachtlib.games.yahtzee import YAHTZEE
from yachtlib.games.yatzy import YATZY
from yachtlib.rules import Game

GAMES: tuple[Game, ...] = (YACHT, YACHT_35, YAHTZEE, KNIFFEL, YATZY, MAXI_YATZY, GENERALA)


def find_game(name: str) -> Game:
    """The game of that id or alias, with its default options. Raises InputError, naming the games there are."""
    for game in GAMES:
        if name in (game.id, *game.aliases):
            return game
    raise InputError(f"no game {name!r}; the games: {', '.join(game.id for game in GAMES)}")
