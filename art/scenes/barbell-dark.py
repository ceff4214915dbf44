"""Dark band: loaded barbell on oak and rubber, light tubes out of focus behind. Works as a 21:9 crop through the middle."""

from models.barbell import barbell
from models.dark_room import platform, room
from studio import *

SIZE = (1800, 1200)
SAMPLES = 40
GRADE = dict(exposure=0.35, contrast=0.22, black=0.010, glow=0.05, vignette=0.12)
PLATE = 0.225


def build():
    world((0.55, 0.7, 1), 0.016)
    platform()
    room()
    stack = [
        ("15", 0.046, PLATE, (0.018, 0.018, 0.019)),
        ("25", 0.062, PLATE, ACCENT),
        ("10", 0.034, PLATE, (0.020, 0.020, 0.021)),
    ]
    group(barbell(stack, collar_metal=chrome((0.80, 0.80, 0.81), 0.42)), (0, 0, PLATE))
    aim = (0.82, 0, 0.20)
    softbox((1.9, 0.9, 1.5), aim, (0.5, 1.5), 85, (1, 0.97, 0.93), name="rim")
    softbox((2.4, -1.2, 1.25), aim, (0.7, 1.0), 30, (0.92, 0.96, 1), name="key")
    softbox((-0.6, 1.2, 2.3), (0.2, 0.2, 0), (1.6, 0.6), 80, (1, 0.93, 0.85), name="top")
    softbox(
        (-2.6, 4.2, 2.6),
        (-1.6, 5.2, 1.0),
        (1.2, 0.6),
        70,
        (1, 0.86, 0.7),
        name="wall wash",
        visible_glossy=False,
    )
    camera((2.62, -1.68, 0.52), (0.66, 0.03, 0.238), 75, 3.2, focus=(0.84, -0.14, 0.25))
