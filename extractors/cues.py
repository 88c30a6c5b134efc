"""The wordings by which authors say what they propose, compare with, and train on, as regular expressions.

Lines are long here on purpose: a pattern cut into pieces is harder to read than a long one.
"""

from __future__ import annotations

import re
from typing import Final

NAME: Final = r"(?:[A-Z0-9][\w+*'./^-]*|[\w-]*[a-z][A-Z][\w+*'^-]*|\\[a-z]+)"
ARTICLE: Final = r"(?:(?:a|an|the|our|two|three|novel|new|simple|effective|efficient|unified|general)[ ,]+)*"
NAME_VERB: Final = r"(?:propose|present|introduce|develop|design|devise|create|release|build|construct|describe|contribute|unveil|offer)"
INTRODUCED: Final = (
    re.compile(
        rf"\b[Ww]e (?:\w+ly )?(?:then |also |further |hereby )?{NAME_VERB} (?:and \w+ )?(?:{ARTICLE})({NAME}(?: {NAME}){{0,3}})"
    ),
    re.compile(
        rf"\b(?:[Ww]e|[Tt]his (?:paper|work|article|study|letter)) (?:\w+ly )?{NAME_VERB}s?\b[^.;:]{{0,90}}?,? (?:called|named|dubbed|termed|coined|namely|denoted(?: as| by)?) (?:as )?[\"'(]?({NAME}(?: {NAME}){{0,3}})"
    ),
    re.compile(
        rf"\b[Tt]his (?:paper|work|article|study|letter) (?:\w+ly )?{NAME_VERB}s (?:{ARTICLE})({NAME}(?: {NAME}){{0,3}})"
    ),
    re.compile(
        rf"\b(?:and|then|,) (?:also |further |finally )?{NAME_VERB}s? (?:{ARTICLE})({NAME}(?: {NAME}){{0,3}})(?=,| \(|:)"
    ),
    re.compile(
        rf"\b(?:which|that) we (?:call|name|term|dub|refer to as|coin)(?: it)?(?: as)? [\"']?({NAME}(?: {NAME}){{0,3}})"
    ),
    re.compile(
        rf"\b[Ww]e (?:call|name|term|dub|coin) (?:this|our|the|it)[^.;:,]{{0,50}}? [\"']?({NAME}(?: {NAME}){{0,3}})"
    ),
)
TITLE_NAME: Final = re.compile(rf"^({NAME}(?: {NAME}){{0,2}}) ?: ")
AFTER_NAME: Final = re.compile(
    r"(?! ?\([^()]{1,20}\)-)[\"')]*(?:$|[,.;:(]| [(—–]| (?:an?|the|to|for|that|which|and|or|as|by|with|is|in|on|using|at|from|via|where|whose|we)\b)"
)
KIND_WORDS: Final = re.compile(
    r"^(?: \([^()]{1,60}\))?(?:,| is| –| —|:)? ?(?:an?|the|our|which is an?) [^.;()]{0,60}?\b(?:(?P<dataset>datasets?|data sets?|benchmarks?|corpus|corpora|testbed|test suite|treebank|collection)|(?P<method>library|package|toolkit|toolbox|software|framework|system|method|model|algorithm|approach|technique|strategy|architecture|network|optimizer|estimator|loss|mechanism|scheme|procedure|transformer|operator|policy|pipeline|paradigm|agent|module|variant|extension))\b",
    re.IGNORECASE,
)
"""The noun of an apposition right after a name: "X, a new dataset for …", "X (Y) is a method …"."""

BEFORE_DATASET: Final = re.compile(
    r"\b(?:dataset|data set|benchmark|corpus|testbed|suite)s?\b[^.;]{0,40}$", re.IGNORECASE
)
VERB: Final = (
    r"(?:propos|present|introduc|develop|design|devis|creat|releas|build|built|construct|contribut|formulat|deriv|"
    r"describ|collect|curat|offer|unveil|establish|put forward|annotat|compil|provid)\w*"
)
SUBJECT: Final = r"(?:\b[Ww]e|\b[Ii]n this (?:paper|work|article|study|letter),? (?:we)?|\b[Tt]h(?:is|e) (?:paper|work|article|study|thesis|letter|authors?)|\b[Tt]o this end,? we|\b[Oo]ur (?:main |key )?contributions?[^.;]{0,40})"
BREAK: Final = (
    r", (?:an?|the|which)\b|\b(?:for|to|that|which|using|based|by|with|of|on|from|via|through|under|where|when|towards?|into|as|how|is|are|"
    r"can|in|between|among|against|whose|while|inspired|built|leveraging|combining|exploiting)\b"
)
NAMING: Final = r"(?:called|named|dubbed|termed|coined|namely|denoted|abbreviated|i ?\. ?e ?\.|referred to)"
PROPOSING: Final = re.compile(rf"{SUBJECT} (?:\w+ ){{0,3}}?{VERB} (?P<gap>[^.;:]{{0,80}})$")
NAMED: Final = re.compile(
    rf"(?:{SUBJECT}|\b(?:novel|new|proposed|our)\b)[^.;]{{0,160}}{NAMING}(?: as| by| to as)? ?[\"'(]?$"
)
OWN: Final = re.compile(
    r"\b(?:[Oo]ur(?: (?:novel|new|proposed|own))?|[Tt]he proposed|[Pp]roposed|[Oo]ur (?:method|model|approach|framework|algorithm|system),?) [\"'(]?$"
)
PASSIVE: Final = re.compile(
    r"^[\"')]*(?: \([^)]{1,40}\))?,? (?:\w+ ){0,4}?(?:is|are) (?:\w+ )?(?:proposed|introduced|presented|developed|designed)\b"
)
APPOSITION: Final = re.compile(
    r"^[\"')]*(?: \([^)]{1,40}\))? ?,? (?:is )?an? (?:[\w-]+ ){0,3}?(?:novel|new|first|simple|unified|general|end-to-end|efficient|lightweight|scalable)\b"
)
COMPONENT: Final = re.compile(
    r"\b(?:consist(?:s|ing)? of|compris(?:es?|ing)|composed of|(?:key|core|main|two|three|four|novel|new) (?:components?|modules?|ingredients?|parts|stages|strategies|techniques|mechanisms)\b[^.;]{0,30}|equipped with)[^.;]{0,120}$"
)
COMPARED: Final = re.compile(
    r"\b(?:outperform\w*|surpass\w*|exceed\w*|superior to|better than|compar(?:ed|able|ison|ing)\b[^.;,]{0,25} (?:to|with|against)|competitive with|on par with|[Uu]nlike|[Ii]n contrast (?:to|with)|versus|vs|than|over|beats?|baselines?(?:,| such as| like| including)?|state-of-the-art (?:methods|models|approaches|baselines)[^.;]{0,20}(?:such as|like|including|,)?)\b,?[^.;:]{0,30}$"
)
IS_BASELINE: Final = re.compile(r"^[\"')]*(?: \w+)? baselines?\b")
BACKGROUND: Final = re.compile(
    r"\b(?:[Ee]xisting|[Pp]revious|[Pp]rior|[Tt]raditional|[Cc]onventional|[Cc]lassical|[Pp]opular)\b[^.;,]{0,40}$"
)
TRAINED: Final = re.compile(
    r"\b(?:pre-?train(?:ed|ing)?|fine-?tun(?:ed|ing)|train(?:ed|ing)?)\b[^.;]{0,40}\b(?:on|with|using|from)\b[^.;]{0,40}$",
    re.IGNORECASE,
)
POSED: Final = re.compile(
    rf"{SUBJECT} (?:\w+ ){{0,3}}?(?:propos|introduc|defin|formulat|pos)\w* [^.;:]{{0,40}}\b(?:task|problem|setting)s?\b[^.;:]{{0,25}}$|{SUBJECT} (?:\w+ ){{0,2}}?(?:propos|introduc|defin|pos)\w* (?:an?|the) (?:novel|new) $"
)
