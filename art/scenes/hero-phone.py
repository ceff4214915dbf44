"""The hero re-framed upright: kettlebell below, the lifter above it, white in the top third for the headline."""

from models.hero_set import build_set
from studio import *

SIZE = (1440, 1800)
SAMPLES = 16
GRADE = dict(
    exposure=0.35, contrast=0.30, black=0.012, gain=1.02, fade=dict(left=0.15, top=0.30, bottom=0.10)
)


def build():
    build_set(kettlebell_at=(0.06, 0, 0), lifter_at=(0.38, 3.25, 0), lifter_turn=-38)
    camera((0.0, -1.25, 0.24), (0.0, 0, 0.272), 66, 2.0, focus=(0.04, -0.10, 0.13))
