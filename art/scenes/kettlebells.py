"""Gallery, upright: three kettlebells in a row, 16, 20 and 24 kg, one with accent rings on its horns."""

from models.kettlebell import kettlebell
from studio import *

SIZE = (1440, 1800)
SAMPLES = 12
GRADE = dict(exposure=0.35, contrast=0.30, black=0.012, denoise=dict(r=14, k=0.9))


def build():
    world(strength=0.17)
    cyc(radius=2.4, depth=2.0, front=3)
    row = (
        ("24", 1.0, None, (-0.185, -0.02), -8),
        ("20", 0.94, ACCENT, (0.01, 0.23), -12),
        ("16", 0.88, None, (0.19, 0.47), -16),
    )
    for label, size, band, (x, y), turn in row:
        bell = group(
            kettlebell(mat=castiron((0.011, 0.011, 0.012), 0.30), label=label, band=band),
            (x, y, 0),
            (0, 0, turn),
        )
        bell.scale = (size,) * 3
    aim = (0, 0.2, 0.14)
    softbox((-0.95, -0.1, 0.85), aim, (0.6, 1.2), 28, name="key")
    softbox((0.95, 0.45, 0.45), aim, (0.22, 1.2), 9, name="rim strip")
    softbox((0, 0.3, 2.6), (0, 0.3, 0), (2.6, 2.2), 70, name="top", visible_glossy=False)
    softbox((0, 1.0, 2.4), (0, 4.0, 1.1), (4, 1), 130, name="background", visible_glossy=False)
    camera((-0.10, -1.75, 0.98), (0.0, 0.19, 0.115), 84, 8.0, focus=(-0.12, -0.06, 0.13))
