"""The template of a game of tricks: its rules, and their tests."""
