"""Rolled exercise mat with its spiral turned to the camera, held by one coloured strap."""

from models.mat import rolled_mat, strap
from models.white_set import white_set
from studio import *

SIZE = (1440, 1800)
SAMPLES = 10
GRADE = dict(exposure=0.30, contrast=0.32, black=0.012, denoise=dict(curved=6e-3, r=12, k=0.8))


def build():
    white_set(key=36, rim=16, top=52, around=(0, 0, 0.06), reach=1.2)
    roll = rolled_mat(flat=0)
    band = strap()
    place(band[0], (0, 0.04, 0))
    group(roll + band, (0.02, 0.0, 0.0017), (0, 0, -27))
    softbox((-0.55, -1.1, 0.55), (-0.12, -0.25, 0.08), (0.5, 0.5), 9, name="front fill")
    camera((0.02, -1.22, 0.62), (-0.005, -0.045, 0.085), 74, 9, focus=(-0.10, -0.25, 0.09))
