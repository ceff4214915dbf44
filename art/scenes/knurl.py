"""Gallery: macro of the knurl where it meets the smooth ring of a barbell, an accent plate dissolved behind it."""

from models.barbell import plate
from studio import *

SIZE = (1800, 1200)
SAMPLES = 14
GRADE = dict(exposure=0.30, contrast=0.30, black=0.012)
RADIUS, LENGTH, PITCH = 0.0142, 0.30, 0.00145
MARK = (0.012, 0.020)  # the smooth ring, measured along the bar


def knurled(x):
    edge = 0.0006
    return np.clip(np.maximum(MARK[0] - x, x - MARK[1]) / edge, 0, 1)


def build():
    world(strength=0.15)
    cyc(radius=2.4, depth=1.6, front=3)
    bar = knurl_rod(LENGTH, lambda x: np.full_like(x, RADIUS), knurled, pitch=PITCH, depth=0.00042, res=11)
    assign(bar, knurl_steel((0.50, 0.50, 0.51), 0.22, 0.85))
    group([bar], (0, 0, 0.20), (0, 0, 34))
    place(group(plate("", 0.06, ACCENT, 0.16)), (0.36, 0.80, 0.12), (0, 0, 62))
    aim = (0, 0, 0.20)
    softbox((-0.55, -0.20, 0.62), aim, (0.5, 0.9), 10, name="key")
    softbox((0.50, 0.35, 0.42), aim, (0.16, 0.8), 4, name="rim strip")
    softbox((0, 0.1, 2.4), (0, 0.1, 0), (2.4, 2.0), 58, name="top", visible_glossy=False)
    softbox((0, 0.6, 2.2), (0, 3.2, 1.1), (3, 1), 90, name="background", visible_glossy=False)
    flag((0.1, -0.6, 0.25), aim, (0.8, 0.22))
    flag((0.0, -0.2, -0.1), aim, (0.8, 0.3))
    camera((-0.035, -0.30, 0.285), (0.004, 0.004, 0.2035), 100, 7.1, focus=(0.004, -0.006, 0.212))
