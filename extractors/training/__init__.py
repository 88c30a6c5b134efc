"""How the weights that ship were made: `python -m extractors.training`. Nothing here runs for users."""
