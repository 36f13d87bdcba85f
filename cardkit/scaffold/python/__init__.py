"""The template of a game in Python: its rules, its plugin, and their tests."""
