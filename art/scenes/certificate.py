"""Achievements: a framed certificate left blank, with an embossed border and a seal, leaning on a white wall."""

from models.certificate import framed_certificate
from studio import *

SIZE = (1440, 1800)
SAMPLES = 10
GRADE = dict(exposure=0.44, contrast=0.30, black=0.012, denoise=dict(r=10, k=0.65))


def build():
    world(strength=0.10)
    cyc(radius=0.02, depth=0.10, front=4, height=4)
    group(framed_certificate(), (0.0, 0.018, 0.0005), (-9, 0, 0))
    softbox((-0.85, -0.42, 0.62), (0, 0, 0.2), (0.22, 0.80), 13, (1, 0.985, 0.96), name="key")
    softbox((0.9, -0.9, 0.6), (0, 0, 0.2), (0.5, 1.0), 5, name="fill")
    softbox((0, -0.6, 2.2), (0, 0, 0.1), (2.2, 1.6), 34, name="top", visible_glossy=False)
    camera((-0.30, -1.32, 0.36), (0.0, 0, 0.190), 92, 9, focus=(0, 0, 0.19))
