// The element three-rolls-play: the game to play.
