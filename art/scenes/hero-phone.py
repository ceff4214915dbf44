"""The hero re-framed nearly square: kettlebell below, the whole person behind it."""

from models.hero_set import build_set
from studio import *

SIZE = (1200, 1275)
SAMPLES = 10
GRADE = dict(
    exposure=0.35,
    contrast=0.30,
    black=0.012,
    gain=1.02,
    burn=dict(top=0.2, left=0.25, right=0.12, bottom=0.15),
)


def build():
    build_set(kettlebell_at=(0.05, 0, 0), lifter_at=(-0.16, 3.45, 0), lifter_turn=-30)
    camera((0.0, -0.97, 0.22), (0.0, 0, 0.22), 60, 1.9, focus=(0.03, -0.10, 0.13), shift=(0, 0.1))
