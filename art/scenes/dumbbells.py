"""Gallery: a pair of 12 kg hex dumbbells with an accent ring round the weight on the end face."""

from models.dumbbell import dumbbell
from studio import *

SIZE = (1800, 1200)
SAMPLES = 14
GRADE = dict(exposure=0.32, contrast=0.30, black=0.012, denoise=dict(r=14, k=0.9))


def build():
    world(strength=0.14)
    cyc(radius=2.4, depth=1.6, front=3)
    black = rubber((0.013, 0.013, 0.014), 0.46, grain=700, strength=0.25)
    mats = (black, chrome((0.52, 0.52, 0.53), rough=0.16), plastic(INK_WHITE, 0.45))
    ring = plastic(ACCENT, 0.4)
    group(dumbbell("12", mats, ring), (0.000, -0.045, 0.051), (0, 0, -42))
    group(dumbbell("12", mats, ring), (-0.03, 0.185, 0.051), (0, 0, -24))
    aim = (0, 0, 0.05)
    softbox((-0.9, 0.10, 0.8), aim, (0.55, 1.2), 24, name="key")
    softbox((0.95, 0.35, 0.42), aim, (0.22, 1.2), 11, name="rim strip")
    softbox((0, 0.1, 2.4), (0, 0.1, 0), (2.4, 2.0), 58, name="top", visible_glossy=False)
    softbox((0, 0.6, 2.2), (0, 3.2, 1.1), (3, 1), 80, name="background", visible_glossy=False)
    flag((-0.1, -0.8, 0.75), (0, 0.1, 0.05), (1.6, 0.55))
    flag((0.9, -0.5, 0.3), (0, 0, 0.05), (0.6, 0.7))
    flag((0, 0.9, 1.1), (0, 0.1, 0.05), (1.4, 0.35))
    camera((0.16, -1.02, 0.36), (0.005, 0.03, 0.045), 83, 7.1, focus=(0.07, -0.12, 0.06))
