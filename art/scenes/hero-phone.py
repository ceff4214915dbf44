"""The hero re-framed nearly square: kettlebell below, the lifter behind it from the waist down, under the headline."""

from models.hero_set import build_set
from studio import *

SIZE = (1440, 1530)
SAMPLES = 24
GRADE = dict(
    exposure=0.35,
    contrast=0.30,
    black=0.012,
    gain=1.02,
    burn=dict(top=0.35, left=0.25, right=0.12, bottom=0.15),
)


def build():
    build_set(kettlebell_at=(0.06, 0, 0), lifter_at=(0.38, 3.25, 0), lifter_turn=-38)
    camera((0.0, -1.25, 0.24), (0.0, 0, 0.221), 77.7, 2.0, focus=(0.04, -0.10, 0.13))
