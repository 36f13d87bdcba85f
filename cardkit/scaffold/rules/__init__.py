"""The template of a plugin whose game is a rules file."""
