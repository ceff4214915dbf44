"""The room: a rack with a loaded bar, a bench, weights along the walls, rings, and the sun through a window on the left."""

from models.barbell import barbell
from models.bench import bench
from models.dumbbell import dumbbell
from models.kettlebell import kettlebell
from models.rack import rack
from models.rings import ring
from models.window_light import window
from studio import *

SIZE = (1800, 1200)
SAMPLES = 26
GRADE = dict(exposure=0.40, contrast=0.28, black=0.010, denoise=dict(r=14, k=0.9, curved=6e-3))
BACK, LEFT, RIGHT = 4.6, -2.3, 2.5  # walls


def plane(name, corners, material):
    return assign(mesh(name, corners, [(0, 1, 2, 3)]), material)


def walls():
    white = Mat("wall", (0.82, 0.815, 0.805), 0.8, spec=0.2)
    white.bump(white.noise(30, 4), 0.06, 0.003)
    plane("back", [(LEFT, BACK, 0), (RIGHT, BACK, 0), (RIGHT, BACK, 6), (LEFT, BACK, 6)], white.m)
    left = plane("left", [(LEFT, -4, 0), (LEFT, BACK, 0), (LEFT, BACK, 6), (LEFT, -4, 6)], white.m)
    left.visible_shadow = False  # so that the sun comes in
    plane("right", [(RIGHT, BACK, 0), (RIGHT, -4, 0), (RIGHT, -4, 6), (RIGHT, BACK, 6)], white.m)
    tones = ((0.36, 0.25, 0.155), (0.46, 0.335, 0.215), (0.54, 0.40, 0.27))
    floor = wood(tones, (1.6, 0.14), rough=0.5, axis_x=False)
    plane("floor", [(LEFT, -4, 0), (RIGHT, -4, 0), (RIGHT, BACK, 0), (LEFT, BACK, 0)], floor)
    skirting = plastic((0.75, 0.745, 0.735), 0.5)
    assign(place(rbox((RIGHT - LEFT, 0.018, 0.09), 0.003, 2), (0.1, BACK - 0.009, 0.045)), skirting)


def copies(objects, places):
    """The first place takes the objects themselves, the others share their meshes."""
    group(objects, places[0])
    for at in places[1:]:
        twins = [o.copy() for o in objects]
        for twin in twins:
            twin.parent = None
            bpy.context.scene.collection.objects.link(twin)
        group(twins, at)


def dumbbell_shelf():
    board = plastic((0.018, 0.018, 0.019), 0.42)
    for z in (0.34, 0.72):
        assign(place(rbox((0.34, 1.5, 0.03), 0.004, 2), (LEFT + 0.22, 2.9, z)), board)
    for y in (2.2, 3.6):
        assign(place(rbox((0.30, 0.04, 0.74), 0.004, 2), (LEFT + 0.22, y, 0.37)), board)
    black = rubber((0.013, 0.013, 0.014), 0.46, grain=700, strength=0.25)
    mats = (black, chrome((0.52, 0.52, 0.53), rough=0.16), plastic(INK_WHITE, 0.45))
    places = [(LEFT + 0.22, 2.42 + 0.24 * k, z + 0.066) for z in (0.34, 0.72) for k in range(5)]
    copies(dumbbell("12", mats), places)


def build():
    world(strength=0.34)
    walls()
    dumbbell_shelf()
    mat = rbox((2.0, 2.2, 0.02), 0.004, 2, "rubber mat")
    assign(place(mat, (0.75, 3.05, 0.01)), rubber((0.024, 0.024, 0.025), 0.7))
    stack = [("20", 0.058, 0.225, ACCENT), ("10", 0.036, 0.225, GRAPHITE)]
    bar = barbell(stack, steel=(0.20, 0.20, 0.205))
    group([group(rack(2.3)), group(bar, (0, -0.93, 1.28))], (0.75, 3.6, 0.02))
    group(bench(), (-0.62, 1.75, 0), (0, 0, 72))
    cast = castiron((0.011, 0.011, 0.012), 0.30)
    for k, (label, size) in enumerate((("24", 1.0), ("20", 0.94), ("16", 0.88), ("12", 0.80))):
        bell = group(kettlebell(mat=cast, label=label), (2.22, 1.85 + 0.42 * k, 0), (0, 0, -90))
        bell.scale = (size,) * 3
    for x in (-1.32, -0.78):
        group(ring(height=4), (x, 3.75, 1.62), (0, 0, 12))
    window((-0.9, BACK, 1.75), energy=3.4)
    softbox((LEFT + 0.1, 1.2, 2.6), (0.9, 2.9, 0.7), (2.4, 2.0), 150, name="window")
    softbox((0.1, 1.6, 4.6), (0.1, 2.4, 0), (4.2, 4.0), 190, name="top", visible_glossy=False)
    camera((0.35, -2.55, 1.34), (0.02, 3.0, 1.10), 33, 5.6, focus=(0.4, 2.8, 1.2))
