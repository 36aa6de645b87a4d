"""The engine: the contract every game fulfils, and what it gives every game for nothing. Pure Python, no Django.

A game subclasses `game.Game`. What is written once for all of them: checking of choices (`game`), versions, undo and replay
(`session`), chance (`dice`) and its proof (`fairness`), random games (`playout`), the proof that nothing leaks (`proof`,
`witness`, `plants`), bots (`bot`, `arena`), recorded games (`playthrough`), worked cases (`cases`), and the list of games
(`registry`).
"""
