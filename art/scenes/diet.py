"""Diet: an apple on the kitchen scale, eggs, a notebook and a glass of water at the frame's edge."""

from models.kitchen import apple, egg, glass_of_water, kitchen_scale
from models.stationery import closed_notebook
from models.white_set import white_set
from studio import *

SIZE = (1800, 1200)
SAMPLES = 24
GRADE = dict(exposure=0.30, contrast=0.32, black=0.012)
CYCLES = dict(bounces=(9, 3, 4, 9))


def card_for_water():
    """White card behind the camera that only refracted rays see: keeps the water from mirroring the dark room."""
    o = mesh("card", [(-2, -2, -0.5), (2, -2, -0.5), (2, -2, 3), (-2, -2, 3)], [(0, 1, 2, 3)])
    m = Mat("card", (0, 0, 0), 1, spec=0)
    m.set("Emission", (1, 1, 1, 1))
    m.set("Emission Strength", 0.75)
    assign(o, m.m)
    o.visible_camera = o.visible_diffuse = o.visible_glossy = o.visible_shadow = False


def build():
    white_set()
    group(kitchen_scale(), (0.0, 0.0, 0), (0, 0, 10))
    group(apple(), (-0.0045, 0.0256, 0.0262), (0, 0, 40))
    group(apple(0.0375, seed=2.1), (0.112, 0.150, 0), (0, 0, 200))
    group(egg(), (-0.128, -0.058, 0), (0, 0, 28))
    group(egg(0.0555, 0.043), (-0.176, -0.012, 0), (0, 0, -42))
    group(egg(0.058, 0.0435, (0.74, 0.56, 0.42)), (-0.124, 0.022, 0), (0, 0, 80))
    group(closed_notebook(), (-0.180, 0.240, 0), (0, 0, 22))
    group(glass_of_water(), (0.214, 0.030, 0))
    card_for_water()
    flag((-0.1, -0.8, 0.75), (0, 0.1, 0.05), (1.6, 0.55))
    camera((0.03, -0.82, 0.46), (0.014, 0.034, 0.030), 76, 7.1, focus=(0.0, -0.02, 0.04))
