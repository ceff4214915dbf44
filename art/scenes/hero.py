"""Home page: kettlebell in focus on the right, a whole person with a barbell far behind it out of focus, white on the left for the headline."""

from models.hero_set import build_set
from studio import *

SIZE = (2400, 1600)
SAMPLES = 22
GRADE = dict(
    exposure=0.35,
    contrast=0.30,
    black=0.012,
    gain=1.02,
    fade=dict(left=0.55, bottom=0.12),
    burn=dict(top=0.2, right=0.12),
)


def build():
    build_set(kettlebell_at=(0.287, 0, 0), lifter_at=(0.48, 4.05, 0), lifter_turn=-34)
    camera((0.0, -1.25, 0.20), (0.0, 0, 0.20), 48, 1.7, focus=(0.27, -0.10, 0.13), shift=(0, 0.08))
