"""Gallery: a loaded sleeve with an accent collar in focus, a lifter seen from behind in a rack, far out of focus."""

from models.athlete import athlete
from models.barbell import barbell
from studio import *

SIZE = (1800, 1200)
SAMPLES = 14
GRADE = dict(exposure=0.34, contrast=0.30, black=0.012, denoise=dict(r=14, k=0.9, curved=6e-3))
BLACK_OXIDE = (0.045, 0.045, 0.047)
RACKED = (0.49, 0.60)  # height of the near bar, distance of the uprights from the lifter's middle


def rack(at, turn):
    frame = Mat("rack", (0.016, 0.016, 0.017), 0.4).m
    parts = []
    for x in (-RACKED[1], RACKED[1]):
        for y in (0.28, -0.85):
            parts.append(assign(place(rbox((0.07, 0.07, 2.5), 0.006, 2), (x, y, 1.25)), frame))
        parts.append(assign(place(rbox((0.07, 1.06, 0.07), 0.006, 2), (x, -0.285, 0.05)), frame))
    return group(parts, at, (0, 0, turn))


def build():
    world(strength=0.20)
    cyc(radius=2.6, depth=5.2, front=3, width=18)
    near = barbell(
        [("20", 0.058, 0.225, (0.014, 0.014, 0.015)), ("10", 0.036, 0.225, (0.018, 0.018, 0.019))],
        mirror=False,
        collar_metal=plastic(ACCENT, 0.36),
    )
    group(near, (-0.80, 0.50, RACKED[0]), (0, 0, -50))
    at, turn = (0.44, 3.2, 0), 156
    body, hand = athlete("squat")
    far = barbell([("25", 0.066, 0.225, GRAPHITE), ("20", 0.055, 0.225, GRAPHITE)], steel=BLACK_OXIDE)
    group([group(body), group(far, (0, hand[1], hand[2]))], at, (0, 0, turn))
    rack(at, turn)
    aim = (-0.35, 0, RACKED[0])
    softbox((-1.0, -0.55, 1.15), aim, (0.6, 1.0), 22, name="key")
    softbox((0.6, 0.5, 0.8), aim, (0.24, 1.0), 9, name="rim strip")
    softbox((0, 0.6, 2.9), (0, 0.6, 0), (2.6, 2.0), 75, name="top", visible_glossy=False)
    softbox((at[0] - 1.8, at[1] + 0.6, 2.4), (at[0], at[1], 0.9), (0.5, 1.6), 75, name="lifter rim left")
    softbox((at[0] + 1.8, at[1] + 0.6, 2.4), (at[0], at[1], 0.9), (0.5, 1.6), 60, name="lifter rim right")
    softbox((0, 3.4, 3.2), (0, 7, 1.4), (6, 1.2), 420, name="background", visible_glossy=False)
    camera((0.0, -1.30, 0.66), (0.0, 0, 0.617), 52, 2.0, focus=(-0.24, -0.18, RACKED[0]))
