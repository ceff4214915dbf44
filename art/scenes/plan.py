"""Training plan: a filled-in pad, a pencil and a dumbbell cut off by the frame."""

from models.dumbbell import dumbbell
from models.stationery import notebook, pencil, plan_page
from models.white_set import white_set
from studio import *

SIZE = (1800, 1200)
SAMPLES = 28
GRADE = dict(exposure=0.30, contrast=0.32, black=0.012)


def build():
    white_set()
    group(notebook(plan_page()), (-0.026, -0.004, 0), (0, 0, 14))
    group(pencil(), (-0.150, 0.052, 0.0035), (0, 0, -70))
    iron = (
        rubber((0.014, 0.014, 0.015), 0.46, grain=700, strength=0.25),
        chrome((0.52, 0.52, 0.53), rough=0.16),
        plastic((0.74, 0.73, 0.71), 0.45),
    )
    group(dumbbell(mats=iron), (0.176, 0.135, 0.051), (0, 0, 62))
    flag((-0.1, -0.8, 0.75), (0, 0.1, 0.05), (1.6, 0.55))
    camera((0.03, -0.56, 0.56), (0.012, 0.006, 0.0), 84, 8, focus=(-0.02, -0.01, 0.009))
