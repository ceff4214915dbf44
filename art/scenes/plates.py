"""Gallery, upright: a stack of bumper plates seen from the side, one of them in the accent colour."""

from models.barbell import plate
from studio import *

SIZE = (1440, 1800)
SAMPLES = 36
GRADE = dict(exposure=0.44, contrast=0.30, black=0.012, denoise=dict(r=14, k=0.9, curved=6e-3))
RADIUS = 0.225
STACK = (  # label, thickness, colour, offset, turn; bottom first
    ("25", 0.068, (0.014, 0.014, 0.015), (0.000, 0.000), 0),
    ("20", 0.058, (0.018, 0.018, 0.019), (0.004, -0.003), 40),
    ("20", 0.058, (0.014, 0.014, 0.015), (-0.003, 0.002), 95),
    ("15", 0.048, ACCENT, (0.006, -0.005), 150),
    ("15", 0.048, (0.018, 0.018, 0.019), (-0.004, 0.003), 210),
    ("10", 0.036, (0.013, 0.013, 0.014), (0.002, -0.002), 262),
    ("10", 0.036, (0.019, 0.019, 0.020), (-0.002, -0.006), 318),
    ("5", 0.026, (0.014, 0.014, 0.015), (0.004, 0.002), 20),
)


def build():
    world(strength=0.11)
    cyc(radius=2.4, depth=1.8, front=3)
    z = 0.0
    for label, thickness, colour, (x, y), turn in STACK:
        disc = plate(label, thickness, colour, RADIUS)
        for o in disc:
            o.data.transform(Matrix.Rotation(-math.pi / 2, 4, "Y"))
        group(disc, (x, y, z + thickness / 2), (0, 0, turn))
        z += thickness
    aim = (0, 0, 0.2)
    softbox((-1.3, -0.35, 0.85), aim, (0.32, 1.4), 48, name="key")
    softbox((1.15, 0.35, 0.5), aim, (0.22, 1.3), 12, name="rim strip")
    softbox((0, 0.1, 2.6), (0, 0.1, 0), (2.4, 2.0), 62, name="top", visible_glossy=False)
    softbox((0, 0.8, 2.2), (0, 3.4, 1.1), (3.5, 1), 110, name="background", visible_glossy=False)
    flag((0.55, -1.1, 0.35), aim, (0.7, 0.9))
    camera((0.14, -1.85, 0.45), (0.15, 0, 0.222), 98, 8.0, focus=(0.0, -0.21, 0.22))
