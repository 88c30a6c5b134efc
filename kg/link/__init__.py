"""Surface forms to entities, over the whole corpus."""

from __future__ import annotations

from kg.link.linking import Linking, link
from kg.link.normal import key

__all__ = ["Linking", "key", "link"]
