"""Achievements: a gold medal hanging on its ribbon before a dark wall. Star and laurel, no rank."""

from models.medal import medal, ribbon
from studio import *

SIZE = (1440, 1800)
SAMPLES = 16
GRADE = dict(exposure=0.16, contrast=0.28, black=0.010)


def wall(distance):
    """Graphite paper hung behind the medal."""
    o = mesh(
        "wall", [(-2, distance, -2), (2, distance, -2), (2, distance, 2), (-2, distance, 2)], [(0, 1, 2, 3)]
    )
    m = Mat("graphite paper", (0.021, 0.021, 0.023), 0.75, spec=0.2)
    m.bump(m.noise(260, 4), 0.15, 0.0005)
    return assign(o, m.m)


def build():
    world(strength=0.05)
    wall(0.045)
    piece, bar = medal()
    group(piece + ribbon(bar), (0.004, 0, -0.016), (90, 0, -16))
    softbox((-0.42, -0.30, 0.30), (0, 0, 0), (0.30, 0.55), 9.0, (1, 0.985, 0.96), name="key")
    softbox((0.46, -0.10, 0.10), (0, 0, 0), (0.10, 0.60), 2.4, name="rim")
    softbox((0.05, -0.60, -0.42), (0, 0, 0), (0.60, 0.20), 2.0, name="low card")
    flag((0.25, -0.75, 0.30), (0, 0, 0), (0.35, 0.5))
    camera((0.0, -0.62, 0.012), (0.0, 0, 0.004), 136, 11, focus=(0, -0.006, -0.01))
