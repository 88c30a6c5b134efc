"""The heads for roles and relations in torch, and their losses (training only); `extractors.heads` runs them."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, dropout, gelu

from extractors.heads import PLACES, RELATIONS, ROLES, TYPES
from extractors.training.encoder_data import Batch

WIDTH = 384
MENTION = 256
PAIR = 192


class Heads(nn.Module):  # type: ignore[misc]
    """Two-layer perceptrons over the first and last token of mentions."""

    def __init__(self, *, drop: float = 0.2) -> None:
        super().__init__()
        self.drop = drop
        self.span = nn.Linear(2 * WIDTH, MENTION)
        self.kind = nn.Embedding(len(TYPES), MENTION)
        self.role1 = nn.Linear(2 * MENTION, 128)
        self.role2 = nn.Linear(128, len(ROLES))
        self.left = nn.Linear(2 * MENTION, PAIR)
        self.right = nn.Linear(2 * MENTION, PAIR)
        self.between = nn.Linear(WIDTH, PAIR, bias=False)
        self.place = nn.Embedding(PLACES, PAIR)
        self.kinds = nn.Embedding(len(TYPES) ** 2, PAIR)
        self.out = nn.Linear(2 * PAIR, len(RELATIONS))
        for table in (self.kind, self.place, self.kinds):
            nn.init.normal_(table.weight, std=0.02)

    def forward(self, states: Tensor, batch: Batch) -> tuple[Tensor, Tensor]:
        """Scores of the roles of surfaces, and of the relations of pairs of surfaces, from the states of tokens."""
        states = dropout(states, self.drop, self.training)
        ends = torch.cat([states[batch.first], states[batch.last]], dim=1)
        own = gelu(self.span(ends) + self.kind(batch.kind[batch.surface]), approximate="tanh")
        surfaces = _pooled(own, batch.surface, len(batch.kind))
        hidden = gelu(self.role1(dropout(surfaces, self.drop, self.training)), approximate="tanh")
        roles = self.role2(dropout(hidden, self.drop, self.training))
        both = torch.cat([own, surfaces[batch.surface][:, :MENTION]], dim=1)
        left, right = self.left(both)[batch.left], self.right(both)[batch.right]
        sums = torch.cat([torch.zeros(1, PAIR), torch.cumsum(self.between(states), dim=0)])
        start, end = batch.between[:, 0], batch.between[:, 1]
        middle = (sums[end] - sums[start]) / torch.clamp(end - start, min=1)[:, None]
        kinds = batch.kind[batch.surface[batch.left]] * len(TYPES) + batch.kind[batch.surface[batch.right]]
        mixed = gelu(left + right + middle + self.place(batch.place) + self.kinds(kinds), approximate="tanh")
        pairs = self.out(dropout(torch.cat([mixed, left * right], dim=1), self.drop, self.training))
        return roles, _log_sum_exp(pairs, batch.group, len(batch.relation))


def _pooled(values: Tensor, index: Tensor, number: int) -> Tensor:
    counts = torch.bincount(index, minlength=number)[:, None]
    sums = torch.zeros(number, values.shape[1]).index_add(0, index, values)
    spread = index[:, None].expand_as(values)
    most = torch.full((number, values.shape[1]), -1e9).scatter_reduce(0, spread, values, "amax")
    return torch.cat([sums / counts, most], dim=1)


def _log_sum_exp(scores: Tensor, group: Tensor, number: int) -> Tensor:
    spread = group[:, None].expand_as(scores)
    most = torch.full((number, scores.shape[1]), -1e9).scatter_reduce(0, spread, scores.detach(), "amax")
    sums = torch.zeros(number, scores.shape[1]).index_add(0, group, torch.exp(scores - most[group]))
    return torch.log(sums + 1e-30) + most


def token_states(hidden: Tensor, batch: Batch) -> Tensor:
    """The mean over the pieces of each token, tokens by width."""
    rows = batch.allowed.shape[0]
    sums = torch.zeros(rows, hidden.shape[-1]).index_add(0, batch.slots.flatten(), hidden.flatten(0, 1))
    found: Tensor = sums / batch.counts[:, None]
    return found


def head_losses(roles: Tensor, relations: Tensor, batch: Batch) -> tuple[Tensor, Tensor]:
    """Cross entropy of roles and of relations, each over what the types admit; 0 where a batch has none."""
    found = []
    for scores, allowed, gold in ((roles, batch.roles, batch.role), (relations, batch.classes, batch.relation)):
        known = gold >= 0
        kept = scores.masked_fill(~allowed, -1e9)[known]
        found.append(cross_entropy(kept, gold[known]) if len(kept) else scores.sum() * 0.0)
    return found[0], found[1]
