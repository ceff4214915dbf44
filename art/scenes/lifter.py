"""Gallery: a loaded sleeve with an accent collar in focus, a whole person under a bar seen from behind, far out of focus."""

from models.barbell import barbell
from models.human import UNDER_A_BAR, person
from models.rack import rack
from studio import *

SIZE = (1800, 1200)
SAMPLES = 12
GRADE = dict(exposure=0.34, contrast=0.30, black=0.012, denoise=dict(r=14, k=0.9, curved=6e-3))
BLACK_OXIDE = (0.045, 0.045, 0.047)
NEAR_BAR = 0.60  # its height


def build():
    world(strength=0.20)
    cyc(radius=2.6, depth=5.4, front=3, width=18)
    near = barbell(
        [("20", 0.058, 0.225, (0.014, 0.014, 0.015)), ("10", 0.036, 0.225, (0.018, 0.018, 0.019))],
        mirror=False,
        collar_metal=plastic(ACCENT, 0.36),
    )
    group(near, (-0.80, 0.50, NEAR_BAR), (0, 0, -50))
    at, turn = (0.50, 3.75, 0), 156
    body, skeleton = person(UNDER_A_BAR, long=True)
    hand = skeleton.where("finger3-1.L")
    far = barbell([("25", 0.066, 0.225, GRAPHITE), ("20", 0.055, 0.225, GRAPHITE)], steel=BLACK_OXIDE)
    group([group(body), group(far, (0, hand[1], hand[2])), group(rack())], at, (0, 0, turn))
    aim = (-0.35, 0, NEAR_BAR)
    softbox((-1.0, -0.55, 1.26), aim, (0.6, 1.0), 22, name="key")
    softbox((0.6, 0.5, 0.91), aim, (0.24, 1.0), 9, name="rim strip")
    softbox((0, 0.6, 3.0), (0, 0.6, 0), (2.6, 2.0), 75, name="top", visible_glossy=False)
    softbox((at[0] - 1.8, at[1] + 0.6, 2.4), (at[0], at[1], 0.9), (0.5, 1.6), 75, name="lifter rim left")
    softbox((at[0] + 1.8, at[1] + 0.6, 2.4), (at[0], at[1], 0.9), (0.5, 1.6), 60, name="lifter rim right")
    softbox((0, 3.8, 3.4), (0, 7.2, 1.4), (6, 1.2), 420, name="background", visible_glossy=False)
    camera((0.0, -1.30, 0.66), (0.0, 0, 0.617), 50, 2.0, focus=(-0.24, -0.18, NEAR_BAR), shift=(0, 0.085))
