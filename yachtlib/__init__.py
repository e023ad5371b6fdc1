"""The rules of Yacht and its relatives as data, and what follows from them exactly: points, odds, best play, ceilings.

Pure: numpy only; no files, clock, network or printing (``__main__`` aside). Arrows go one way:
``dice -> scoring -> rules -> games``; ``rules -> card``; ``rules -> odds``; ``dice -> turn``;
``rules -> states``; ``states, turn -> solver -> play -> outcomes``.
"""
