"""Magnesia: a bowl of powder, pressed blocks and crumbs; a roll of finger tape."""

from mathutils import noise

from studio import *

WHITE = (0.84, 0.835, 0.825)


def magnesia(grain=1.0):
    """Pressed or loose magnesium carbonate: dead matt, faintly uneven."""
    m = Mat("magnesia", WHITE, 0.97, spec=0.05)
    m.set(
        "Base Color",
        m.mix(m.rng(m.noise(120, 5, 0.7), 0.35, 0.75, 0, 1), WHITE, tuple(c * 0.93 for c in WHITE)),
    )
    m.bump(m.noise(260, 5, 0.7), 0.55 * grain, 0.0012)
    m.bump(m.noise(1300, 3, 0.7), 0.5 * grain, 0.0005)
    return m.m


def fractal(x, y, z, octaves=5):
    """Fractal noise at many points."""
    shape = np.shape(x)
    points = np.stack([np.broadcast_to(v, shape).ravel() for v in (x, y, z)], -1)
    return np.array([noise.fractal(Vector(p), 0.9, 2.1, octaves) for p in points]).reshape(shape)


def bowl(radius=0.090, height=0.052, color=GRAPHITE):
    """Thick stoneware bowl on a foot ring."""
    wall = 0.0055
    outside = [
        (0, 0.003),
        (0.046, 0.003, 0.001),
        (0.048, 0, 0.0012),
        (0.055, 0, 0.0015),
        (0.0565, 0.0045, 0.001),
    ]
    outside += [(radius * 0.86, 0.018, 0.016), (radius, height, 0.0026)]
    inside = [(radius - wall, height, 0.0026), (radius * 0.83 - wall, 0.022, 0.016), (0, 0.011)]
    o = lathe(fillet(outside + inside, 10), 256, "bowl")
    glaze = Mat("stoneware", color, 0.44, spec=0.45)
    glaze.set("Roughness", glaze.rng(glaze.noise(60, 4), 0.3, 0.7, 0.36, 0.52))
    glaze.bump(glaze.noise(320, 3), 0.18, 0.0006)
    glaze.bump(glaze.noise(24, 2), 0.15, 0.0016)
    return [assign(o, glaze.m)]


def heap(radius, base, rise, seed=0.0, rim=0.0025):
    """Loose powder filling a bowl up to `base` at the wall and `rise` higher in the middle."""

    def fn(U, V):
        a, s = 2 * math.pi * U, 1 - V
        r = (radius + rim * (s > 0.999)) * s
        x, y = r * np.cos(a), r * np.sin(a)
        big = fractal(x * 26 + seed, y * 26, 0.3)
        fine = fractal(x * 120, y * 120 + seed, 1.7, 4)
        z = base + rise * (1 - s**2.2) + (0.0050 * big + 0.0011 * fine) * np.minimum((1 - s) * 7, 1)
        return x, y, z - 0.004 * (s > 0.999)

    return assign(grid_mesh(fn, 260, 130, "powder"), magnesia())


def block(size=(0.054, 0.054, 0.030), seed=0.0, wear=0.0035):
    """Pressed block with rounded, chipped edges, standing on z=0."""
    n = 44
    bm = bmesh.new()
    bmesh.ops.create_cube(bm, size=2)
    bmesh.ops.subdivide_edges(bm, edges=bm.edges[:], cuts=n - 2, use_grid_fill=True)
    half = np.array(size) / 2
    p = np.array([v.co[:] for v in bm.verts]) * half
    core = np.clip(p, -(half - wear), half - wear)
    away = p - core
    length = np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-9)
    edge = (np.abs(p) > half - wear).sum(1) >= 2
    q = p * 55 + seed
    chips = np.clip(fractal(q[:, 0], q[:, 1], q[:, 2], 4) - 0.15, 0, 1)
    rough = fractal(q[:, 0] * 2.2, q[:, 1] * 2.2, q[:, 2] * 2.2 + 5, 4)
    p = core + away / length * (wear - 0.0030 * chips * edge + 0.00035 * rough)[:, None]
    for v, c in zip(bm.verts, p):
        v.co = Vector(c) + Vector((0, 0, half[2]))
    me = bpy.data.meshes.new("block")
    bm.to_mesh(me)
    bm.free()
    me.polygons.foreach_set("use_smooth", [True] * len(me.polygons))
    o = bpy.data.objects.new("block", me)
    bpy.context.scene.collection.objects.link(o)
    return assign(o, magnesia(0.7))


def crumbs(places, seed=1):
    """Small broken lumps lying at (x, y, z, radius)."""
    rng = np.random.default_rng(seed)
    V, F = [], []
    bm = bmesh.new()
    bmesh.ops.create_icosphere(bm, subdivisions=3, radius=1)
    unit = np.array([v.co[:] for v in bm.verts])
    faces = [tuple(v.index for v in f.verts) for f in bm.faces]
    bm.free()
    for x, y, z, r in places:
        shift, squash = rng.uniform(-50, 50, 3), rng.uniform(0.6, 1.0, 3)
        swell = 1 + 0.30 * fractal(*(unit * 1.3 + shift).T, 3)
        p = unit * swell[:, None] * squash * r
        F += [tuple(i + len(V) for i in f) for f in faces]
        V += list(p + (x, y, z - p[:, 2].min() * 0.85))
    return assign(mesh("crumbs", V, F), magnesia(0.35))


def tape(radius=0.024, width=0.025, color=ACCENT):
    """Roll of finger tape standing on its flat side on z=0."""
    core = 0.0165
    cloth = Mat("tape", color, 0.72, spec=0.25)
    cloth.bump(cloth.noise(1500, 2), 0.35, 0.0003)
    layers = Mat("tape edge", color, 0.8, spec=0.2)
    turns = layers.node("TexWave")
    turns.wave_type, turns.rings_direction = "RINGS", "Z"
    turns.inputs["Scale"].default_value = 420
    layers.inp(turns, "Vector", layers.co())
    layers.bump(turns.outputs["Fac"], 0.45, 0.0003)
    side = lathe(fillet([(radius, 0.0004), (radius, width - 0.0004)], 3), 192)
    ends = [
        lathe([(radius, z), (radius - 0.0004, z + d), (core, z + d)], 192)
        for z, d in ((0.0004, -0.0004), (width - 0.0004, 0.0004))
    ]
    tube = lathe(
        fillet(
            [
                (core, 0.0002),
                (core, width + 0.0004, 0.0003),
                (core - 0.0016, width + 0.0004, 0.0003),
                (core - 0.0016, 0.0002),
            ],
            4,
        ),
        160,
    )
    board = Mat("cardboard", (0.50, 0.40, 0.29), 0.85, spec=0.15)
    tail = []
    for a in np.linspace(0, 1, 30):
        r, t = radius + 0.0004 + 0.004 * a**2.5, math.radians(-150 + 42 * a)
        x, y = r * math.cos(t), r * math.sin(t)
        n = (0.0003 * math.cos(t), 0.0003 * math.sin(t))
        tail.append(
            [
                (x - n[0], y - n[1], 0.0002),
                (x + n[0], y + n[1], 0.0002),
                (x + n[0], y + n[1], width),
                (x - n[0], y - n[1], width),
            ]
        )
    objs = [assign(side, cloth.m), assign(tube, board.m), assign(loft(tail, "tail"), cloth.m)]
    return objs + [assign(o, layers.m) for o in ends]
