"""Trainer: the sample's person, seen from behind with the head turned, so that the face is nobody's, and a little out of focus."""

from models.human import *
from studio import *

SIZE = (1200, 1500)
SAMPLES = 14
GRADE = dict(exposure=0.35, contrast=0.32, black=0.012, grain=0.012, denoise=dict(r=14, k=0.9))


def build():
    world(strength=0.18)
    cyc(radius=2.6, depth=3.2, front=6, width=18)
    body, _ = person({**ARMS_DOWN, "head": [("Z", -22)], "neck02": [("Z", -10)]})
    group(body, rot=(0, 0, 180 - 24))
    aim = (0, 0, 1.5)
    softbox((-1.6, -0.6, 2.2), aim, (0.7, 1.4), 74, name="key")
    softbox((1.5, 0.7, 1.9), aim, (0.35, 1.4), 44, name="rim")
    softbox((0, 0.6, 3.4), (0, 0.6, 0), (2.6, 2.0), 70, name="top", visible_glossy=False)
    softbox((0, 2.4, 3.2), (0, 6, 1.4), (6, 1.2), 420, name="background", visible_glossy=False)
    camera((0, -2.4, 1.60), (0.025, 0, 1.545), 108, 2.2, focus=(0.03, -0.55, 1.62))
