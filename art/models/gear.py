"""Small training gear: foam roller, loop bands, stopwatch."""

from studio import *


def foam_roller(length=0.33, radius=0.070, wall=0.021):
    """Hollow roller along X, lying on z=0, with a block pattern pressed into its foam."""
    cols, rows = 12, 8

    def step(t, edge=0.075, soft=0.055):
        """0 in the groove around integer t, 1 on the block."""
        d = np.abs(t - np.round(t))
        s = np.clip((d - edge) / soft, 0, 1)
        return s * s * (3 - 2 * s)

    def fn(U, V):
        a, x = 2 * math.pi * U, (V - 0.5) * length
        inside = np.clip((length / 2 - 0.016 - np.abs(x)) / 0.004, 0, 1)
        row = (x / (length - 0.032) + 0.5) * rows
        column = U * cols + 0.5 * (np.floor(row) % 2)
        # every third ring is a plain band, the rest staggered blocks
        plain = (np.floor(row) % 3 == 1).astype(float)
        block = step(row, 0.085, 0.06) * np.maximum(step(column, 0.10, 0.06), plain)
        end = np.clip((np.abs(x) - (length / 2 - 0.004)) / 0.004, 0, 1)
        r = radius - 0.0055 * (1 - block) * inside - 0.004 * (1 - np.sqrt(1 - end**2))
        return x, r * np.cos(a), r * np.sin(a)

    foam = Mat("eva", (0.020, 0.020, 0.021), 0.62, spec=0.35)
    foam.set("Roughness", foam.rng(foam.noise(30, 4), 0.3, 0.7, 0.55, 0.70))
    foam.bump(foam.noise(1100, 2), 0.35, 0.0004)
    core = plastic((0.012, 0.012, 0.012), 0.4)
    objs = [assign(grid_mesh(fn, 720, 640, "roller"), foam.m)]
    bore = radius - wall
    for side in (-1, 1):
        face = lathe(fillet([(radius - 0.004, 0), (bore, 0, 0.002), (bore, -0.020)], 6), 192)
        tube = lathe(
            fillet(
                [
                    (bore, -0.004),
                    (bore, 0.0006, 0.0004),
                    (bore - 0.0035, 0.0006, 0.0008),
                    (bore - 0.0035, -length),
                ],
                5,
            ),
            192,
        )
        for o, m in ((face, foam.m), (tube, core)):
            o.data.transform(
                Matrix.Translation((side * length / 2, 0, 0)) @ Matrix.Rotation(side * math.pi / 2, 4, "Y")
            )
            objs.append(assign(o, m))
    for o in objs:
        o.data.transform(Matrix.Translation((0, 0, radius)))
    return objs


def latex(color):
    """Smooth natural rubber with a trace of talc."""
    m = Mat("latex", color, 0.46, spec=0.4)
    m.set("Roughness", m.rng(m.noise(18, 4), 0.3, 0.7, 0.40, 0.54))
    m.bump(m.noise(45, 2), 0.05, 0.001)
    return m.m


def loop_band(points, color, width=0.050, thickness=0.0013, lean=0.004):
    """Flat elastic loop standing on its edge along a closed curve of (x, y) points; it leans in and out a little."""
    foot = catmull([(x, y, 0) for x, y in points], 40, closed=True)[:, :2]
    n = len(foot)
    T = np.roll(foot, -1, 0) - np.roll(foot, 1, 0)
    T /= np.linalg.norm(T, axis=1)[:, None]
    N = np.stack([T[:, 1], -T[:, 0]], 1)
    sway = lean * np.sin(np.arange(n) / n * 4 * math.pi + 0.7)
    e = thickness / 2
    profile = []
    for side in (1, -1):
        heights = np.linspace(0, 1, 9) if side > 0 else np.linspace(1, 0, 9)
        for h in heights:
            rim = min(h, 1 - h) * width
            profile.append((h, side * (e if rim > e else e * 0.45)))
    sections = []
    for h, off in profile:
        p = foot + N * (off + sway * h**1.5)[:, None]
        sections.append([(x, y, h * width) for x, y in p])
    sections.append(sections[0])
    return [assign(loft(sections, "band", cap=False), latex(color))]


def stopwatch(radius=0.029):
    """Mechanical stopwatch lying on its back on z=0, crown towards +Y."""
    steel = chrome((0.60, 0.60, 0.61), 0.26)
    bright = chrome((0.70, 0.70, 0.71), 0.15)
    depth = 0.0125
    case = lathe(
        fillet(
            [
                (0, 0.0),
                (radius * 0.72, 0.0, 0.004),
                (radius, 0.0052, 0.004),
                (radius, 0.0085, 0.001),
                (radius - 0.0004, 0.0088, 0.0003),
                (radius + 0.0004, 0.0092, 0.0004),
                (radius - 0.0008, depth, 0.0022),
                (radius - 0.0034, depth, 0.0008),
                (radius - 0.0042, depth - 0.0024, 0.0004),
                (radius - 0.0046, depth - 0.0026),
            ],
            6,
        ),
        192,
        "case",
    )
    objs = [assign(case, steel)]
    z = depth - 0.0026
    face = lathe([(radius - 0.0040, z), (0, z)], 128, "dial")
    objs.append(assign(face, Mat("enamel", (0.80, 0.79, 0.77), 0.35).m))
    ink = Mat("ink", (0.012, 0.012, 0.013), 0.5).m
    edge = radius - 0.0056
    V, F = [], []

    def bar(cx, cy, angle, reach, half, height=0.0001):
        """Printed stroke centred at a point, along a direction."""
        c, s = math.cos(angle), math.sin(angle)
        at = len(V)
        for u, v in ((-reach, -half), (reach, -half), (reach, half), (-reach, half)):
            V.append((cx + u * c - v * s, cy + u * s + v * c, z + height))
        F.append((at, at + 1, at + 2, at + 3))

    for k in range(300):
        if k % 5:
            long, half = 0.0005, 0.00005
        else:
            long, half = (0.0013, 0.00018) if k % 25 == 0 else (0.0009, 0.00009)
        a = math.pi / 2 - 2 * math.pi * k / 300
        r = edge - long
        bar(r * math.cos(a), r * math.sin(a), a, long, half)
    sub = (0, 0.0092)
    for k in range(30):
        a, long = math.pi / 2 - 2 * math.pi * k / 30, 0.0007 if k % 5 == 0 else 0.0004
        r = 0.0052 - long
        bar(sub[0] + r * math.cos(a), sub[1] + r * math.sin(a), a, long, 0.00007)
    objs.append(assign(mesh("print", V, F, smooth=False), ink))
    for k in range(12):
        a, value = math.pi / 2 - 2 * math.pi * k / 12, k * 5 or 60
        figure = text_mesh(str(value), 0.0046, 0.00001, 0)
        r = edge - 0.0050
        figure.data.transform(Matrix.Translation((r * math.cos(a), r * math.sin(a), z + 0.0001)))
        objs.append(assign(figure, ink))

    def hand(length, tail, width, angle, height, at=(0, 0)):
        outline = [(-width, -tail), (width, -tail), (width * 0.35, length), (-width * 0.35, length)]
        lower = [(x, y, 0) for x, y in outline]
        upper = [(x, y, 0.0002) for x, y in outline]
        o = loft([lower, upper], "hand")
        o.data.transform(Matrix.Translation((*at, z + height)) @ Matrix.Rotation(angle, 4, "Z"))
        return assign(o, ink)

    objs.append(hand(edge - 0.0012, 0.007, 0.00055, math.radians(-148), 0.0010))
    objs.append(hand(0.0042, 0.0012, 0.00035, math.radians(-60), 0.0004, sub))
    boss = lathe(fillet([(0.0016, 0), (0.0016, 0.0016, 0.0004), (0, 0.0016)], 4), 48)
    objs.append(place(assign(boss, bright), (0, 0, z)))
    stem = lathe(
        fillet([(0.0042, -0.003), (0.0042, 0.0045, 0.001), (0.0030, 0.0055, 0.0005), (0.0030, 0.0090)], 4), 64
    )
    crown = lathe(
        fillet([(0.0030, 0.0085), (0.0056, 0.0085, 0.0008), (0.0056, 0.0150, 0.0016), (0, 0.0156)], 5), 64
    )
    for o, m in ((stem, steel), (crown, bright)):
        objs.append(assign(o, m))
    teeth = [rbox((0.0008, 0.0006, 0.0050), 0.0002, 2) for _ in range(36)]
    for k, tooth in enumerate(teeth):
        tooth.data.transform(
            Matrix.Rotation(2 * math.pi * k / 36, 4, "Z") @ Matrix.Translation((0.0056, 0, 0.0116))
        )
        objs.append(assign(tooth, bright))
    up = Matrix.Translation((0, radius, 0.0068)) @ Matrix.Rotation(-math.pi / 2, 4, "X")
    for o in [stem, crown] + teeth:
        o.data.transform(up)
    for turn in (-38, 38):
        button = lathe(
            fillet(
                [
                    (0.0022, -0.002),
                    (0.0022, 0.0035),
                    (0.0036, 0.0035, 0.0005),
                    (0.0036, 0.0070, 0.0012),
                    (0, 0.0073),
                ],
                5,
            ),
            48,
        )
        button.data.transform(Matrix.Rotation(math.radians(turn), 4, "Z") @ up)
        objs.append(assign(button, bright))
    bow = sweep(
        [
            (0.0092 * math.cos(a), radius + 0.0085 + 0.0105 * math.sin(a), 0.0068)
            for a in np.linspace(-0.55, math.pi + 0.55, 60)
        ],
        0.0010,
        14,
    )
    objs.append(assign(bow, bright))
    return objs
