"""Gallery, upright: wooden gymnastic rings on black straps before a soft light, one in focus."""

from models.rings import ring
from studio import *

SIZE = (1440, 1800)
SAMPLES = 12
GRADE = dict(exposure=0.30, contrast=0.28, black=0.012, denoise=dict(r=14, k=0.9, curved=6e-3))


def build():
    world(strength=0.13)
    cyc(radius=2.6, depth=2.4, front=3)
    group(ring(tag=ACCENT), (-0.115, 0, 1.20), (0, 0, 24))
    group(ring(), (0.150, 0.42, 1.235), (0, 0, 38))
    aim = (-0.06, 0, 1.25)
    softbox((-0.95, -0.35, 1.75), aim, (0.6, 1.1), 30, name="key")
    softbox((0.95, 0.35, 1.35), aim, (0.24, 1.2), 10, name="rim strip")
    softbox((0, 0.4, 3.4), (0, 0.4, 0), (2.4, 2.0), 70, name="top", visible_glossy=False)
    softbox((-0.4, 1.4, 2.6), (-0.4, 5.0, 1.5), (2.4, 1.4), 260, name="background", visible_glossy=False)
    camera((0.0, -1.75, 1.20), (0.0, 0, 1.285), 85, 4.0, focus=(-0.10, -0.02, 1.2))
