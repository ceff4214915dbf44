"""Plain tub, scoop of powder, capsules and shaker: no labels, no brands."""

from studio import *

SHELL = (0.78, 0.775, 0.76)


def matte(color, rough=0.55):
    """Moulded plastic with a very fine grain."""
    m = Mat("matte", color, rough, spec=0.4)
    m.set("Roughness", m.rng(m.noise(40, 4), 0.3, 0.7, rough - 0.04, rough + 0.05))
    m.bump(m.noise(700, 2), 0.06, 0.0003)
    return m.m


def ribs(count, radius, low, high, thick, material):
    """Vertical grip ribs round a lid, made as one object."""
    V, F = [], []
    part = rbox((thick, 0.0030, high - low), 0.0008, 3)
    co = [v.co.copy() for v in part.data.vertices]
    faces = [tuple(p.vertices) for p in part.data.polygons]
    bpy.data.objects.remove(part)
    for k in range(count):
        turn = Matrix.Rotation(2 * math.pi * k / count, 4, "Z")
        place_at = turn @ Matrix.Translation((radius, 0, (low + high) / 2))
        F += [tuple(i + len(V) for i in f) for f in faces]
        V += [place_at @ c for c in co]
    return assign(mesh("ribs", V, F, angle=40), material)


def tub(radius=0.058, height=0.150, body=GRAPHITE, lid=GRAPHITE):
    """Powder tub with a ribbed screw lid."""
    skin, cover = matte(body, 0.38), matte(lid, 0.36)
    neck = height * 0.80
    shell = lathe(
        fillet(
            [
                (0, 0.0015),
                (radius * 0.82, 0.0015, 0.001),
                (radius * 0.85, 0.0, 0.001),
                (radius, 0.0, 0.009),
                (radius, neck, 0.008),
                (radius - 0.008, neck + 0.003, 0.003),
                (radius - 0.008, neck + 0.012),
            ],
            8,
        ),
        192,
        "tub",
    )
    r = radius - 0.0010
    low, high = neck + 0.0055, height
    top = lathe(
        fillet(
            [
                (r - 0.004, low),
                (r, low, 0.0008),
                (r, low + 0.0035, 0.0008),
                (r - 0.0012, low + 0.0040, 0.0005),
                (r - 0.0012, high - 0.004, 0.003),
                (r - 0.006, high, 0.003),
                (r - 0.010, high, 0.001),
                (r - 0.011, high - 0.0012, 0.001),
                (0, high - 0.0012),
            ],
            6,
        ),
        192,
        "lid",
    )
    grips = ribs(110, r - 0.0016, low + 0.0045, high - 0.0045, 0.0020, cover)
    return [assign(shell, skin), assign(top, cover), grips]


def capsule(a=SHELL, b=SHELL, length=0.0215, radius=0.0037):
    """Two-part hard capsule lying along X on z=0; the cap is a hair wider than the body."""

    def half(r, reach):
        t = np.linspace(0, math.pi / 2, 14)
        tip = reach - r
        return (
            [(r, 0.0)]
            + [(float(r * math.cos(x)), float(tip + r * math.sin(x))) for x in t[:-1]]
            + [(0, reach)]
        )

    objs = []
    for sign, r, reach, color in ((1, radius, length * 0.48, a), (-1, radius - 0.00016, length * 0.52, b)):
        o = lathe(half(r, reach), 64, "capsule", 80)
        o.data.transform(Matrix.Translation((0, 0, radius)) @ Matrix.Rotation(sign * math.pi / 2, 4, "Y"))
        m = Mat("gelatine", color, 0.22, spec=0.5, Clearcoat=0.3, Clearcoat_Roughness=0.1)
        objs.append(assign(o, m.m))
    rim = lathe([(radius - 0.0002, 0), (radius, 0.00001), (radius, 0.0004)], 64)
    rim.data.transform(Matrix.Translation((-0.0001, 0, radius)) @ Matrix.Rotation(math.pi / 2, 4, "Y"))
    return objs + [assign(rim, objs[0].data.materials[0])]


def powder(color=(0.80, 0.74, 0.64)):
    """Dry, clumping powder."""
    m = Mat("powder", color, 0.95, spec=0.05)
    m.set(
        "Base Color",
        m.mix(m.rng(m.noise(900, 4, 0.7), 0.35, 0.7, 0, 1), color, tuple(c * 0.84 for c in color)),
    )
    m.bump(m.noise(420, 5, 0.7), 0.9, 0.0009)
    m.bump(m.noise(1600, 3, 0.7), 0.7, 0.0005)
    return m.m


def scoop(color=GRAPHITE, radius=0.023, height=0.032, handle=0.075):
    """Measuring scoop heaped with powder, its cup upright on z=0, handle along +X."""
    skin = matte(color, 0.42)
    wall = 0.0014
    cup = lathe(
        fillet(
            [
                (0, 0),
                (radius - 0.0035, 0, 0.002),
                (radius, height, 0.0006),
                (radius - wall, height, 0.0006),
                (radius - 0.0045, wall, 0.002),
                (0, wall),
            ],
            6,
        ),
        160,
        "scoop",
    )
    heap = np.random.default_rng(3)
    bumps = [(heap.uniform(0, 2 * math.pi), heap.uniform(0.2, 0.9), heap.uniform(-1, 1)) for _ in range(26)]

    def mound(U, V):
        a, s = 2 * math.pi * U, V
        r = (radius - wall - 0.0002) * (1 - s)
        z = height - 0.0016 + 0.0095 * (1 - (1 - s) ** 1.7)
        x, y = r * np.cos(a), r * np.sin(a)
        for phase, where, size in bumps:
            cx, cy = where * radius * math.cos(phase), where * radius * math.sin(phase)
            z = z + 0.0011 * size * np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * 0.0034**2)) * np.minimum(
                s * 6, 1
            )
        return x, y, z

    filling = assign(grid_mesh(mound, 180, 70, "powder"), powder())
    sections = []
    for t in np.linspace(0, 1, 24):
        x = radius - 0.0012 + handle * t
        w = 0.0120 - 0.0028 * math.sin(math.pi * t) + 0.001 * t
        if t > 0.93:
            w *= math.sqrt(max(1 - ((t - 0.93) / 0.07) ** 2, 0.02))
        z = height - 0.0016 + 0.0022 * math.sin(math.pi * t)
        sections.append([(x, p, z + q) for p, q in rrect(w, 0.0026, 0.0011, 4)])
    return [assign(cup, skin), filling, assign(loft(sections, "handle"), skin)]


def shaker(body=SHELL, lid=GRAPHITE, flip=ACCENT):
    """Upright shaker: opaque matte cup, ribbed lid, drinking spout closed by a coloured flip-top."""
    skin, cover, top = matte(body, 0.5), matte(lid, 0.42), plastic(flip, 0.34)
    cup = lathe(
        fillet(
            [
                (0, 0.002),
                (0.028, 0.002, 0.001),
                (0.030, 0.0, 0.001),
                (0.0345, 0.0, 0.004),
                (0.0405, 0.118, 0.006),
                (0.0430, 0.126, 0.004),
                (0.0440, 0.160),
            ],
            8,
        ),
        192,
        "cup",
    )
    cap = lathe(
        fillet(
            [
                (0.0440, 0.1545),
                (0.0468, 0.1545, 0.0008),
                (0.0468, 0.1585, 0.0008),
                (0.0456, 0.1590, 0.0005),
                (0.0452, 0.180, 0.004),
                (0.0400, 0.1865, 0.006),
                (0.0210, 0.1890, 0.003),
                (0.0205, 0.1885, 0.001),
                (0, 0.1885),
            ],
            8,
        ),
        192,
        "cap",
    )
    grips = ribs(72, 0.0452, 0.1600, 0.1795, 0.0024, cover)
    spout = lathe(fillet([(0.0128, 0.186), (0.0118, 0.2035, 0.002), (0, 0.2045)], 5), 96)
    spout.data.transform(Matrix.Translation((0.024, 0, 0)))
    lever = rbox((0.060, 0.0255, 0.0085), 0.0036, 6, "flip")
    lever.data.transform(Matrix.Translation((0.0085, 0, 0.2065)))
    hood = lathe(fillet([(0.0146, 0.1985), (0.0152, 0.1985, 0.0004), (0.0150, 0.2075), (0, 0.2080)], 5), 96)
    hood.data.transform(Matrix.Translation((0.024, 0, 0)))
    post = rbox((0.010, 0.020, 0.022), 0.003, 4, "hinge")
    post.data.transform(Matrix.Translation((-0.019, 0, 0.1945)))
    return [assign(cup, skin), assign(cap, cover), grips] + [
        assign(o, m) for o, m in ((spout, cover), (lever, top), (hood, top), (post, cover))
    ]
