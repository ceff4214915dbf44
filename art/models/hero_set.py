"""The set shared by the wide and the upright hero picture."""

from models.barbell import barbell
from models.human import ARMS_DOWN, person
from models.kettlebell import kettlebell
from studio import *

DARK_STEEL = (0.045, 0.045, 0.047)


def build_set(kettlebell_at, lifter_at, lifter_turn):
    world(strength=0.22)
    cyc(radius=2.6, depth=6.6, front=3, width=22)
    kx, ky, _ = kettlebell_at
    group(kettlebell(mat=castiron((0.010, 0.010, 0.011), 0.30)), kettlebell_at, (0, 0, -14))
    body, skeleton = person(ARMS_DOWN, long=True)
    hand = skeleton.where("finger3-1.L")
    stack = [("25", 0.066, 0.225, ACCENT), ("", 0.034, 0.115, GRAPHITE)]
    bar = barbell(stack, steel=DARK_STEEL)
    group([group(body), group(bar, (0, hand[1] - 0.02, hand[2] - 0.03))], lifter_at, (0, 0, lifter_turn))
    lx, ly, _ = lifter_at
    aim = (kx - 0.04, ky, 0.13)
    softbox((kx - 0.82, ky - 0.15, 0.80), aim, (0.55, 1.0), 20, name="key")
    softbox((kx + 0.83, ky + 0.35, 0.45), aim, (0.22, 1.1), 8, name="rim strip")
    softbox((0, 0.6, 2.9), (0, 0.6, 0), (2.6, 2.0), 75, name="top", visible_glossy=False)
    softbox((lx - 1.4, ly + 0.6, 2.4), (lx, ly, 0.8), (0.5, 1.6), 75, name="lifter rim left")
    softbox((lx + 1.8, ly + 0.8, 2.4), (lx, ly, 0.8), (0.5, 1.6), 60, name="lifter rim right")
    softbox((0, 5.0, 3.4), (0, 8.6, 1.4), (7, 1.2), 520, name="background", visible_glossy=False)
