"""Achievements: an empty white podium of three steps, the light of a window across it. Works as a 21:9 crop."""

from models.window_light import window
from studio import *

SIZE = (1800, 1200)
SAMPLES = 36
GRADE = dict(exposure=0.30, contrast=0.34, black=0.010, denoise=dict(r=12, k=0.8))
STEPS = ((-0.62, 0.32), (0.0, 0.48), (0.62, 0.22))  # x of the middle, height
WIDTH, DEPTH = 0.62, 0.60


def build():
    world(strength=0.10)
    cyc(radius=2.6, depth=2.6, front=4, width=18)
    paint = Mat("white lacquer", (0.80, 0.795, 0.785), 0.5, spec=0.35)
    paint.bump(paint.noise(420, 2), 0.06, 0.0004)
    for x, height in STEPS:
        step = rbox((WIDTH - 0.003, DEPTH, height), 0.006, 5)
        place(assign(step, paint.m), (x, 0, height / 2))
    line = rbox((WIDTH - 0.016, 0.002, 0.010), 0.0008, 2)
    place(assign(line, plastic(ACCENT, 0.4)), (0, -DEPTH / 2 - 0.0005, 0.48 - 0.045))
    softbox((-2.5, -0.55, 1.9), (0, 0, 0.25), (1.2, 1.7), 70, (1, 0.985, 0.96), name="key")
    window((-0.15, 0.0, 0.30), energy=3.2)
    softbox((1.8, -3.6, 1.6), (0, 0, 0.3), (1.6, 1.6), 22, name="fill")
    softbox((0, 0.4, 4.0), (0, 0.4, 0), (3.4, 3.0), 60, name="top", visible_glossy=False)
    softbox((0, 1.6, 3.4), (0, 4.6, 1.6), (5, 1.2), 120, name="background", visible_glossy=False)
    camera((1.15, -4.3, 1.55), (0.0, 0.0, 0.20), 80, 11, focus=(0, -0.3, 0.3))
