"""The entrance: a dark door in a white wall, level with the yard, a round sign, a lamp and a stand for bicycles."""

from models.window_light import sun
from studio import *

SIZE = (1320, 880)
SAMPLES = 40
GRADE = dict(exposure=0.12, contrast=0.30, black=0.010, denoise=dict(r=14, k=0.9, curved=6e-3))
DOOR = (0.98, 2.12)  # width, height
WALL = 0.34  # thickness


def wall():
    plaster = Mat("plaster", (0.80, 0.795, 0.78), 0.9, spec=0.15)
    plaster.bump(plaster.noise(90, 4, 0.6), 0.5, 0.004)
    plaster.bump(plaster.noise(2.2, 3), 0.15, 0.02)
    w, h = DOOR
    for size, at in (
        ((6, WALL, 5), (-w / 2 - 3, 0, 2.5)),
        ((6, WALL, 5), (w / 2 + 3, 0, 2.5)),
        ((w, WALL, 5 - h), (0, 0, h + (5 - h) / 2)),
    ):
        assign(place(rbox(size, 0.0004, 1, "wall"), (at[0], at[1] + WALL / 2, at[2])), plaster.m)
    base = Mat("base", (0.20, 0.20, 0.20), 0.85, spec=0.2)
    base.bump(base.noise(160, 3), 0.4, 0.002)
    for x in (-w / 2 - 3, w / 2 + 3):
        assign(place(rbox((6, 0.03, 0.24), 0.004, 2), (x, -0.012, 0.12)), base.m)


def door():
    w, h = DOOR
    paint = plastic((0.020, 0.021, 0.023), 0.38)
    steel = chrome((0.62, 0.62, 0.63), 0.26)
    inside = 0.16  # how deep the door stands in the wall
    for size, at in (
        ((0.06, 0.09, h), (-w / 2 + 0.03, inside, h / 2)),
        ((0.06, 0.09, h), (w / 2 - 0.03, inside, h / 2)),
        ((w, 0.09, 0.06), (0, inside, h - 0.03)),
    ):
        assign(place(rbox(size, 0.004, 2), at), paint)
    leaf = rbox((w - 0.13, 0.05, h - 0.07), 0.003, 2, "leaf")
    assign(place(leaf, (0, inside, (h - 0.07) / 2 + 0.006)), paint)
    glass = Mat("glass", (0.50, 0.49, 0.47), 0.10, spec=0.6).m  # a narrow window with a light room behind it
    assign(place(rbox((0.15, 0.008, 1.5), 0.001, 1, "glass"), (0.17, inside - 0.026, 1.16)), glass)
    for size, at in (
        ((0.018, 0.012, 1.536), (0.086, 1.16)),
        ((0.018, 0.012, 1.536), (0.254, 1.16)),
        ((0.186, 0.012, 0.018), (0.17, 0.401)),
        ((0.186, 0.012, 0.018), (0.17, 1.919)),
    ):
        assign(place(rbox(size, 0.002, 2), (at[0], inside - 0.030, at[1])), paint)
    x, y = -w / 2 + 0.20, inside - 0.085
    assign(sweep([(x, y, 0.62), (x, y, 1.62)], 0.014, 24), steel)
    for z in (0.72, 1.52):
        assign(sweep([(x, y, z), (x, inside, z)], 0.008, 16), steel)
    mat = rbox((0.84, 0.5, 0.012), 0.004, 2, "door mat")
    bristle = Mat("mat", (0.028, 0.028, 0.029), 0.95, spec=0.1)
    bristle.bump(bristle.noise(320, 3), 0.9, 0.004)
    assign(place(mat, (0, -0.30, 0.006)), bristle.m)


def sign(x, z, radius=0.15):
    """The house's mark, a plate seen from the front: a black ring, an accent hub."""
    ring = [(radius * 0.56, 0), (radius * 0.56, 0.02, 0.002), (radius, 0.02, 0.003), (radius, 0)]
    hub = [(radius * 0.28, 0), (radius * 0.28, 0.02, 0.002), (0, 0.02)]
    for profile, colour in ((ring, (0.012, 0.012, 0.013)), (hub, ACCENT)):
        o = lathe(fillet(profile, 6), 160)
        o.data.transform(Matrix.Rotation(math.pi / 2, 4, "X"))
        place(assign(o, plastic(colour, 0.4)), (x, 0, z))


def lamp(x, z):
    black = plastic((0.014, 0.014, 0.015), 0.4)
    shade = lathe(fillet([(0, 0.16), (0.05, 0.16, 0.004), (0.05, 0, 0.001), (0.046, 0)], 5), 96)
    assign(place(shade, (x, -0.10, z)), black)
    assign(sweep([(x, -0.10, z + 0.12), (x, 0, z + 0.12)], 0.012, 20), black)


def yard():
    slab_mat = Mat("paving", (0.46, 0.455, 0.445), 0.85, spec=0.2)
    slab_mat.set("Base Color", slab_mat.mix(slab_mat.noise(3, 5, 0.6), (0.40, 0.395, 0.385), (0.52, 0.515, 0.505)))
    slab_mat.bump(slab_mat.noise(220, 3), 0.4, 0.002)
    for i in range(-7, 8):
        for j in range(9):
            stone = rbox((0.594, 0.594, 0.05), 0.004, 2)
            assign(place(stone, (0.6 * i + 0.3 * (j % 2), -0.30 - 0.6 * j, -0.025)), slab_mat.m)
    sand = Mat("joint", (0.20, 0.19, 0.18), 0.95).m
    assign(place(rbox((12, 8, 0.02), 0.001, 1), (0, -3.6, -0.03)), sand)


def bicycle_stand(x, y=-0.42, count=3, height=0.74, length=0.72, radius=0.15):
    steel = chrome((0.55, 0.55, 0.56), 0.30)
    bend = np.linspace(0, math.pi / 2, 10)
    near = [(radius * (1 - math.cos(a)), height - radius * (1 - math.sin(a))) for a in bend]
    far = [(length - d, z) for d, z in near[::-1]]
    for k in range(count):
        hoop = [(x + 0.62 * k, y - d, z) for d, z in [(0, 0), *near, *far, (length, 0)]]
        assign(sweep(hoop, 0.021, 24), steel)


def gable():
    """The house opposite, out of the picture: the edge of its roof throws a slanting shadow on the wall."""
    roof = place(rbox((5, 0.05, 5), 0.004, 1, "gable"), (-4.32, -1.2, 4.79), (0, 45, 0))
    roof.visible_camera = False
    assign(roof, plastic((0.3, 0.3, 0.3)))


def build():
    world((0.90, 0.95, 1), 0.30)
    wall()
    door()
    sign(-0.92, 1.62)
    lamp(0.86, 2.05)
    yard()
    bicycle_stand(1.15)
    gable()
    sun(energy=4.2)
    softbox((-3.0, -3.2, 3.4), (0, 0, 1.0), (3, 2), 50, name="sky")
    camera((-0.55, -4.7, 1.38), (0.32, 0, 1.16), 38, 8.0, focus=(0.0, 0, 1.2))
