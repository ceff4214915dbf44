"""Chalk: a dark bowl of magnesia with a pressed block in it, a broken block beside it and a roll of finger tape."""

from models.chalk import block, bowl, crumbs, heap, tape
from models.white_set import white_set
from studio import *

SIZE = (1800, 1200)
SAMPLES = 20
GRADE = dict(exposure=0.24, contrast=0.34, black=0.012, denoise=dict(curved=3e-3))


def build():
    white_set(key=34, top=30, ambient=0.11)
    powder = heap(0.0760, 0.0385, 0.0085, seed=3.0)
    lump = place(block(seed=2.0), (-0.012, 0.010, 0.0385), (17, -11, 28))
    bits = crumbs(
        [
            (0.036, -0.030, 0.0435, 0.0060),
            (0.049, -0.012, 0.0425, 0.0038),
            (0.028, -0.046, 0.0420, 0.0030),
            (-0.048, -0.034, 0.0415, 0.0042),
        ]
    )
    group(bowl() + [powder, lump, bits], (-0.045, 0.045, 0))
    group([block((0.054, 0.050, 0.028), seed=9.0)], (0.100, -0.042, 0), (0, 0, -24))
    spill = [
        (0.052, -0.058, 0, 0.0040),
        (0.068, -0.082, 0, 0.0026),
        (0.041, -0.072, 0, 0.0018),
        (0.088, -0.086, 0, 0.0015),
    ]
    crumbs(spill, seed=4)
    group(tape(), (0.155, 0.062, 0), (0, 0, 20))
    camera((0.04, -0.66, 0.36), (0.014, 0.010, 0.022), 84, 8, focus=(-0.03, -0.02, 0.045))
