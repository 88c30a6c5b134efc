"""Pictures to explore with the mouse: one offline HTML file, made with pyvis."""

from kg.explore.page import page

__all__ = ["page"]
