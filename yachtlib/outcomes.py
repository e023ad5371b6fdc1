"""What a whole card can come to. Imports card and rules only."""

from yachtlib.card import Card, holdable
from yachtlib.rules import Game


def ceiling(game: Game) -> Card:
    """A card with the most points that the game allows.

    A turn fills one box and any roll can fall in any turn, so the fullest card holds the most of every box;
    the upper bonus is then earned whenever it can be.
    """
    return Card(game, {box.id: holdable(game, box.id)[-1] for box in game.boxes})
