"""Home page: kettlebell in focus on the right, a lifter far behind it out of focus, white on the left for the headline."""

from models.hero_set import build_set
from studio import *

SIZE = (2400, 1600)
SAMPLES = 32
GRADE = dict(exposure=0.35, contrast=0.30, black=0.012, gain=1.0)


def build():
    build_set(kettlebell_at=(0.30, 0, 0), lifter_at=(0.62, 3.0, 0))
    camera((0.0, -1.12, 0.20), (0.0, 0, 0.205), 48, 1.6, focus=(0.27, -0.10, 0.13))
