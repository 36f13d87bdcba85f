"""The template of a patience: its rules, and their tests."""
