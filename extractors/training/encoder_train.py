"""The training loop of the encoder: rate and end set by epochs or by the clock, resumable.

Two workers of one thread each compute gradients on copies of the weights and apply them in turn (asynchronous gradient
descent: Dean et al. 2012, section 4.1, with one parameter server in memory). On two cores that is faster than
one worker with two threads, and a core that others use slows only its own worker. One worker is deterministic, two are
not.
"""

from __future__ import annotations

import copy
import json
import random
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from torch import Tensor, nn

from extractors.training.encoder_data import Batch, Sample, batches, collate
from extractors.training.encoder_model import Encoder
from extractors.training.heads_model import head_losses, token_states

SEED: Final = 20251130
CHECKPOINT: Final = "checkpoint.pt"
BEST: Final = "best.pt"
LOG: Final = "log.jsonl"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is fixed before the training starts."""

    epochs: float = 5.0
    """The end, and the scale of the decay; with `minutes` the number of epochs follows from the clock instead."""
    minutes: float | None = None
    pieces: int = 1000
    """Word pieces a batch, with padding."""
    rate: float = 2.5e-4
    head_rate: float = 2e-3
    """Of the head and of the table of features, which start from nothing."""
    heads_rate: float = 1e-3
    """Of the heads for roles and relations."""
    of_roles: float = 0.3
    of_relations: float = 0.6
    """Weights of their losses beside that of the labels."""
    warm_up: float = 0.05
    masked: float = 0.08
    average: float = 0.99
    """Decay of the moving average of the weights, a step."""
    check_seconds: float = 450.0
    workers: int = 2


@dataclass(slots=True)
class State:
    """What changes while it runs, and what a checkpoint keeps."""

    model: Encoder
    averaged: Encoder
    optimizer: torch.optim.Optimizer
    epoch: int = 0
    position: int = 0
    """Batches handed out in this epoch."""
    step: int = 0
    seconds: float = 0.0
    best: float = 0.0
    losses: list[float] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)


def partial_label_loss(scores: Tensor, batch: Batch) -> Tensor:
    """Mean over units of the negative log of the probability of all labels that the annotation admits.

    The scores of a unit are the mean of those of its pieces; units where every label is admitted add nothing.
    """
    rows = batch.allowed.shape[0]
    sums = torch.zeros(rows, scores.shape[-1]).index_add(0, batch.slots.flatten(), scores.flatten(0, 1))
    logs = torch.log_softmax(sums / batch.counts[:, None], dim=1)[:-1]
    kept = logs.masked_fill(batch.allowed[:-1] == 0, -1e9)
    return -torch.logsumexp(kept, dim=1).mean()


def joint_loss(model: Encoder, batch: Batch, plan: Plan) -> Tensor:
    """The loss of the labels with those of roles and relations, weighted as the plan says."""
    scores, hidden = model(batch.ids, batch.features, batch.mask)
    roles, relations = model.heads(token_states(hidden, batch), batch)
    of_roles, of_relations = head_losses(roles, relations, batch)
    return partial_label_loss(scores, batch) + plan.of_roles * of_roles + plan.of_relations * of_relations


def begin(model: Encoder, plan: Plan) -> State:
    """A fresh state: the word table stays as published, the head and the features learn ten times faster."""
    model.words.weight.requires_grad_(False)
    fresh = [*model.head.parameters(), *model.features.parameters()]
    heads = list(model.heads.parameters())
    known = {id(p) for p in (*fresh, *heads)}
    old = [p for p in model.parameters() if p.requires_grad and id(p) not in known]
    groups: list[dict[str, Any]] = [
        {"params": [p for p in old if p.ndim > 1], "base": plan.rate, "weight_decay": 0.01},
        {"params": [p for p in old if p.ndim == 1], "base": plan.rate, "weight_decay": 0.0},
        {"params": fresh, "base": plan.head_rate, "weight_decay": 0.0},
        {"params": heads, "base": plan.heads_rate, "weight_decay": 0.01},
    ]
    averaged = copy.deepcopy(model).requires_grad_(False).eval()
    return State(model, averaged, torch.optim.AdamW(groups, lr=plan.rate, betas=(0.9, 0.98), fused=True))


def save(state: State, work: Path) -> None:
    """Write everything that resuming needs, atomically."""
    kept = {name: getattr(state, name) for name in ("epoch", "position", "step", "seconds", "best")}
    parts = {name: getattr(state, name).state_dict() for name in ("model", "averaged", "optimizer")}
    torch.save({**kept, **parts}, work / "checkpoint.tmp")
    (work / "checkpoint.tmp").replace(work / CHECKPOINT)


def resume(state: State, work: Path) -> None:
    """Take up the checkpoint in `work`, if there is one."""
    if not (work / CHECKPOINT).exists():
        return
    kept = torch.load(work / CHECKPOINT)
    for name in ("model", "averaged", "optimizer"):
        getattr(state, name).load_state_dict(kept[name])
    for name in ("epoch", "position", "step", "seconds", "best"):
        setattr(state, name, kept[name])


def run(  # noqa: PLR0917 (each is named where it is called)
    model: Encoder,
    train: Sequence[Sample],
    mask_id: int,
    plan: Plan,
    work: Path,
    check: Callable[[Encoder], dict[str, float]],
) -> Path:
    """Train to the end of the plan; returns the file with the averaged weights that were best on dev.

    Args:
        model: with its published weights.
        train: the training windows.
        mask_id: the piece that hides others.
        plan: rates, sizes and the end.
        work: folder of the log, of the checkpoint and of the best weights; a checkpoint there is taken up.
        check: dev scores of a model; `chosen_by` is what the best is chosen by.
    """
    work.mkdir(parents=True, exist_ok=True)
    state = begin(model, plan)
    resume(state, work)
    shared = _Run(state, train, mask_id, plan)
    if state.step:
        shared.order = batches(train, plan.pieces, random.Random(SEED + state.epoch))
    workers = [threading.Thread(target=shared.work) for _ in range(plan.workers)]
    for worker in workers:
        worker.start()
    checked = time.monotonic()
    while any(worker.is_alive() for worker in workers):
        time.sleep(0.5)
        if time.monotonic() - checked > plan.check_seconds:
            _check(state, check, work)
            checked = time.monotonic()
    _check(state, check, work)
    return work / BEST


class _Run:
    """Hands out batches and applies gradients; all that is shared is touched under the lock of the state."""

    def __init__(self, state: State, train: Sequence[Sample], mask_id: int, plan: Plan) -> None:
        self.state = state
        self.train = train
        self.mask_id = mask_id
        self.plan = plan
        self.order: list[list[Sample]] = []
        self.earlier = state.seconds
        self.started = time.monotonic()

    def next(self) -> tuple[list[Sample], float] | None:
        """A batch and how much of the plan is done, from 0 to 1; None at the end."""
        state, plan = self.state, self.plan
        if state.position >= len(self.order):
            state.epoch += bool(self.order)
            state.position = 0
            self.order = batches(self.train, plan.pieces, random.Random(SEED + state.epoch))
        state.seconds = self.earlier + time.monotonic() - self.started
        share = (state.epoch + state.position / len(self.order)) / plan.epochs
        if plan.minutes is not None:
            share = state.seconds / (60.0 * plan.minutes)
        if share >= 1.0:
            return None
        state.position += 1
        return self.order[state.position - 1], share

    def work(self) -> None:
        """Learn from batches until there are none."""
        torch.set_num_threads(1)
        state = self.state
        model = copy.deepcopy(state.model).train()
        ours, shared = _trained(model), _trained(state.model)
        while True:
            with state.lock:
                given = self.next()
                if given is None:
                    return
                seed = SEED + 100_000 * state.epoch + state.position
                with torch.no_grad():
                    for mine, theirs in zip(ours, shared, strict=True):
                        mine.copy_(theirs)
            batch = collate(given[0], masked=self.plan.masked, mask_id=self.mask_id, rng=np.random.default_rng(seed))
            model.zero_grad(set_to_none=True)
            loss = joint_loss(model, batch, self.plan)
            loss.backward()
            nn.utils.clip_grad_norm_(ours, 1.0)
            with state.lock:
                _apply(state, [p.grad for p in ours], self.plan, given[1])
                state.losses.append(loss.item())


def _trained(model: Encoder) -> list[nn.Parameter]:
    return [p for p in model.parameters() if p.requires_grad]


def _apply(state: State, gradients: Sequence[Tensor | None], plan: Plan, share: float) -> None:
    factor = min(1.0, share / plan.warm_up + 0.02) * max(0.02, 1.0 - share)
    for group in state.optimizer.param_groups:
        group["lr"] = group["base"] * factor
    for parameter, gradient in zip(_trained(state.model), gradients, strict=True):
        parameter.grad = gradient
    state.optimizer.step()
    state.step += 1
    decay = min(plan.average, (1 + state.step) / (10 + state.step))
    with torch.no_grad():
        for averaged, present in zip(state.averaged.parameters(), state.model.parameters(), strict=True):
            if present.requires_grad:
                averaged.lerp_(present, 1.0 - decay)


def _check(state: State, check: Callable[[Encoder], dict[str, float]], work: Path) -> None:
    with state.lock:
        frozen = copy.deepcopy(state.averaged)
        row = {"epoch": float(state.epoch), "batch": state.position, "step": state.step}
        row["minutes"] = state.seconds / 60
        row["loss"] = float(np.mean(state.losses)) if state.losses else 0.0
        state.losses = []
    scores = check(frozen)
    with (work / LOG).open("a", encoding="utf-8") as file:
        file.write(json.dumps({k: round(v, 4) for k, v in {**row, **scores}.items()}) + "\n")
    if scores["chosen_by"] > state.best:
        state.best = scores["chosen_by"]
        torch.save(frozen.state_dict(), work / BEST)
    with state.lock:
        save(state, work)
