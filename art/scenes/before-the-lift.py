"""Gallery, dark: a person from behind before a loaded bar, rim-lit to a silhouette, light tubes far behind."""

from models.barbell import barbell
from models.dark_room import platform, room
from models.human import ARMS_DOWN, person
from studio import *

SIZE = (1800, 1200)
SAMPLES = 44
GRADE = dict(exposure=0.45, contrast=0.24, black=0.010, glow=0.06, vignette=0.14, grain=0.01)
PLATE = 0.225


def build():
    world((0.55, 0.7, 1), 0.014)
    platform()
    room()
    stack = [
        ("15", 0.046, PLATE, (0.018, 0.018, 0.019)),
        ("25", 0.062, PLATE, ACCENT),
        ("10", 0.034, PLATE, (0.020, 0.020, 0.021)),
    ]
    group(barbell(stack), (0, 0.75, PLATE))
    body, _ = person({**ARMS_DOWN, "head": [("X", 16)], "neck02": [("X", 8)]}, long=True)
    group(body, (0, 0.35, 0), (0, 0, 180 - 9))
    chest = (0, 0.35, 1.3)
    softbox((-1.5, 1.5, 2.1), chest, (0.4, 1.8), 95, (1, 0.90, 0.78), name="rim left")
    softbox((1.6, 1.4, 1.9), chest, (0.3, 1.8), 60, (0.90, 0.95, 1), name="rim right")
    softbox((0, 1.1, 3.2), (0, 0.5, 0), (1.2, 0.8), 60, (1, 0.94, 0.86), name="top")
    softbox((-3.4, 4.0, 2.6), (-3.2, 5.2, 1.0), (2.4, 0.6), 90, (1, 0.86, 0.7), name="wall wash", visible_glossy=False)
    camera((0.45, -4.2, 0.95), (0.05, 0.6, 0.93), 52, 1.8, focus=(0, 1.1, 0.25))
