"""Supplementation: an unlabelled tub, a heaped scoop, a few capsules and a shaker."""

from models.supplements import capsule, scoop, shaker, tub
from models.white_set import white_set
from studio import *

SIZE = (1800, 1200)
SAMPLES = 48
GRADE = dict(exposure=0.30, contrast=0.32, black=0.012, denoise=dict(curved=6e-3))
# x, y, heading; far enough from one another not to touch
CAPSULES = (
    (0.030, -0.128, 15),
    (0.058, -0.118, -50),
    (0.044, -0.150, 75),
    (0.083, -0.142, 22),
    (0.010, -0.152, -25),
)


def build():
    white_set(around=(0, 0, 0.08))
    group(tub(), (-0.050, 0.030, 0), (0, 0, 0))
    group(shaker(), (0.082, 0.055, 0), (0, 0, -118))
    group(scoop(), (-0.075, -0.095, 0), (0, 0, 202))
    for x, y, turn in CAPSULES:
        group(capsule(b=(0.30, 0.29, 0.28)), (x, y, 0), (0, 0, turn))
    softbox((-0.75, -0.22, 0.30), (0, 0, 0.08), (0.10, 0.9), 7, name="edge strip")
    flag((-0.1, -0.9, 0.8), (0, 0.1, 0.08), (1.6, 0.5))
    flag((0.75, -0.5, 0.4), (0, 0, 0.08), (0.5, 0.7))
    camera((0.02, -1.02, 0.38), (0.0, 0.0, 0.084), 82, 8, focus=(0.0, -0.04, 0.06))
