"""Kitchen things of the diet picture: apple, egg, glass of water, scale."""

from studio import *

RED_APPLE = ((0.42, 0.014, 0.008), (0.66, 0.050, 0.012), (0.80, 0.30, 0.055))


def apple(R=0.040, skin=RED_APPLE, seed=0.0):
    """Apple standing on z=0, with lobes, a stem and streaks that run from pole to pole."""

    def fn(U, V):
        a, t = 2 * math.pi * U, math.pi * V
        rho = np.sin(t) ** 0.92 * (1 + 0.10 * np.cos(t))
        z = np.cos(t) * (0.93 - 0.03 * np.cos(t))
        below, above = np.clip(-np.cos(t), 0, 1) ** 1.5, np.clip(np.cos(t), 0, 1) ** 3
        lobes = 1 + 0.022 * np.cos(5 * a + 0.4) * below + 0.012 * np.cos(5 * a + 0.2) * above
        rho = rho * (lobes + 0.018 * np.cos(a - 1 + seed) + 0.010 * np.cos(2 * a + seed))
        hollow = np.where(
            t < math.pi / 2, -0.36 * np.exp(-((rho / 0.24) ** 2)), 0.26 * np.exp(-((rho / 0.22) ** 2))
        )
        return R * rho * np.cos(a), R * rho * np.sin(a), R * (z + hollow + 0.80)

    o = grid_mesh(fn, 160, 200, "apple")
    m = Mat("apple", rough=0.26, spec=0.5, Clearcoat=0.35, Clearcoat_Roughness=0.12)
    sep = m.node("SeparateXYZ")
    m.inp(sep, 0, m.co())
    height = m.rng(sep.outputs[2], 0, R * 1.7, 0, 1)
    angle = m.math("ARCTAN2", sep.outputs[1], sep.outputs[0])
    streak = m.node("CombineXYZ")
    m.inp(streak, 0, m.math("MULTIPLY", angle, 9.0))
    m.inp(streak, 1, m.math("MULTIPLY", sep.outputs[2], 22.0))
    m.inp(streak, 2, seed)
    fine = m.noise(1.6, 5, 0.65, streak.outputs[0], 0.5)
    blush = m.noise(22, 3, 0.5)
    f = m.math("ADD", m.math("MULTIPLY", fine, 0.42), m.math("MULTIPLY", blush, 0.62))
    pole = m.rng(m.math("ABSOLUTE", m.math("SUBTRACT", height, 0.47)), 0.30, 0.62, 0, 0.22, True)
    base = m.ramp(m.math("ADD", f, pole), [(0.40, skin[0]), (0.56, skin[1]), (0.80, skin[2])])
    cells = m.node("TexVoronoi")
    m.inp(cells, "Vector", m.co())
    cells.inputs["Scale"].default_value = 240
    pick = m.node("SeparateColor")
    m.inp(pick, 0, cells.outputs["Color"])
    dot = m.math(
        "MULTIPLY",
        m.math("LESS_THAN", pick.outputs[0], 0.16),
        m.rng(cells.outputs["Distance"], 0.14, 0.26, 0.55, 0, True),
    )
    base = m.mix(dot, base, (0.80, 0.42, 0.16))
    m.set("Base Color", base)
    m.set("Roughness", m.rng(m.noise(90, 4), 0.3, 0.7, 0.22, 0.34))
    m.bump(m.noise(120, 3), 0.08, 0.001)
    assign(o, m.m)
    path = catmull(
        [(0, 0, 0.042), (0.0005, 0.0003, 0.050), (0.0022, 0.001, 0.059), (0.0060, 0.0018, 0.067)], 8
    )
    thick = list(np.linspace(0.0011, 0.0014, 20)) + list(np.linspace(0.0014, 0.0021, 5))
    stem = sweep(path * (R / 0.040), thick, 14)
    bark = Mat("stem", (0.10, 0.055, 0.022), 0.8)
    bark.bump(bark.noise(500, 4), 0.6, 0.0006)
    return [o, assign(stem, bark.m)]


def egg(length=0.057, width=0.0435, color=(0.70, 0.50, 0.35)):
    """Hen's egg lying on its side on z=0, blunt end at -X."""
    w = 0.0022
    x = length / 2 * np.cos(np.linspace(math.pi, 0, 90))
    r = width / 2 * np.sqrt(np.maximum((length**2 - 4 * x**2) / (length**2 + 8 * w * x + 4 * w**2), 0))
    o = lathe([(float(b), float(a)) for a, b in zip(x, r)], 128, "egg", 80)
    o.data.transform(Matrix.Translation((0, 0, float(r.max()))) @ Matrix.Rotation(math.pi / 2, 4, "Y"))
    m = Mat("eggshell", color, 0.42, spec=0.35)
    tint = m.rng(m.noise(45, 3, 0.5), 0.35, 0.7, 0, 0.25)
    speck = m.rng(m.noise(900, 2, 0.5), 0.70, 0.78, 0, 0.12)
    m.set("Base Color", m.mix(speck, m.mix(tint, color, tuple(c * 0.86 for c in color)), (0.36, 0.20, 0.11)))
    m.bump(m.noise(1500, 2), 0.10, 0.0003)
    return [assign(o, m.m)]


def glass_of_water(height=0.125, radius=0.034, level=0.088):
    """Plain tumbler with a thick bottom; casts no shadow, as refractive caustics are off."""
    wall = 0.0016
    outside = [(0, 0), (radius - 0.006, 0, 0.002), (radius - 0.003, 0.004, 0.003), (radius, height, 0.0007)]
    inside = [(radius - wall, height, 0.0007), (radius - 0.003 - wall, 0.012, 0.004), (0, 0.012)]
    o = lathe(fillet(outside + inside, 6), 160, "glass")
    clear = Mat("glass", (0.985, 0.99, 0.99), 0.0, spec=0.5, Transmission=1.0, IOR=1.47)
    at = lambda z: radius - 0.003 + 0.003 * (z - 0.004) / (height - 0.004) - wall + 0.0002
    water = lathe(
        fillet(
            [
                (0, 0.0119),
                (at(0.012) - 0.003, 0.0119, 0.002),
                (at(0.02), 0.02),
                (at(level), level),
                (0, level),
            ],
            4,
        ),
        160,
    )
    wet = Mat("water", (0.97, 0.985, 0.985), 0.0, spec=0.5, Transmission=1.0, IOR=1.07)
    objs = [assign(o, clear.m), assign(water, wet.m)]
    for part in objs:
        part.visible_shadow = False
    return objs


SEGMENTS = {
    "0": "abcdef",
    "1": "bc",
    "2": "abged",
    "3": "abgcd",
    "4": "fgbc",
    "5": "afgcd",
    "6": "afgedc",
    "7": "abc",
    "8": "abcdefg",
    "9": "abcdfg",
}


def segment_figures(text, height, material):
    """Flat seven-segment figures in XY, starting at x=0; returns the objects."""
    w, t = height * 0.5, height * 0.11
    bars = {
        "a": (0, height / 2, 1),
        "b": (w / 2, height / 4, 0),
        "c": (w / 2, -height / 4, 0),
        "d": (0, -height / 2, 1),
        "e": (-w / 2, -height / 4, 0),
        "f": (-w / 2, height / 4, 0),
        "g": (0, 0, 1),
    }
    objs = []
    for k, figure in enumerate(text):
        for s in SEGMENTS[figure]:
            x, y, flat = bars[s]
            x += k * w * 1.55
            half = (w if flat else height / 2) / 2 - t * 0.22
            ends = [(-half, 0), (-half + t / 2, t / 2), (half - t / 2, t / 2), (half, 0)]
            ends += [(half - t / 2, -t / 2), (-half + t / 2, -t / 2)]
            V = [(x + (p if flat else q), y + (q if flat else p), 0) for p, q in ends]
            objs.append(assign(mesh("segment", V, [tuple(range(6))]), material))
    return objs


def kitchen_scale(reading="182"):
    """Flat electronic scale with a round steel platform, display towards -Y; platform top at z=0.0262."""
    body = place(
        assign(slab(0.172, 0.222, 0.0165, 0.020, 0.004), plastic((0.022, 0.022, 0.024), 0.42)), (0, 0, 0.0035)
    )
    objs = [body]
    foot = rubber((0.02, 0.02, 0.02))
    for x in (-0.062, 0.062):
        for y in (-0.086, 0.086):
            objs.append(place(assign(lathe([(0.010, 0.0), (0.010, 0.005)], 48), foot), (x, y, 0)))
    steel = Mat("satin steel", (0.62, 0.62, 0.63), 0.30, 1.0)
    brushed = steel.node("Mapping")
    steel.inp(brushed, 0, steel.co(scale=(8, 900, 8)))
    steel.set("Roughness", steel.rng(steel.noise(1.0, 3, 0.6, brushed.outputs[0]), 0.3, 0.7, 0.24, 0.36))
    column = lathe(fillet([(0.040, 0.0195), (0.040, 0.0235)], 3), 96)
    platform = lathe(
        fillet(
            [
                (0.030, 0.0232),
                (0.0705, 0.0232, 0.001),
                (0.0720, 0.0247, 0.0012),
                (0.0705, 0.0262, 0.0012),
                (0, 0.0262),
            ],
            6,
        ),
        192,
    )
    for o, m in ((column, plastic((0.02, 0.02, 0.02), 0.5)), (platform, steel.m)):
        o.data.transform(Matrix.Translation((0, 0.026, 0)))
        objs.append(assign(o, m))
    top = 0.0200
    screen = place(
        assign(slab(0.066, 0.027, 0.0006, 0.003, 0.0002), plastic((0.30, 0.32, 0.29), 0.25)),
        (-0.012, -0.082, top),
    )
    objs.append(screen)
    ink = plastic((0.012, 0.013, 0.012), 0.5)
    figures = segment_figures(reading, 0.0165, ink)
    unit = text_mesh("g", 0.019, 0.00001, 0)
    unit.data.transform(Matrix.Translation((0.0445, -0.0030, 0)))
    figures.append(assign(unit, ink))
    for o in figures:
        o.data.transform(Matrix.Translation((-0.034, -0.082, top + 0.00075)))
    objs += figures
    for x in (0.044, 0.064):
        key = lathe(fillet([(0.0068, -0.001), (0.0068, 0.0006, 0.0004), (0, 0.0007)], 4), 64)
        objs.append(place(assign(key, plastic((0.10, 0.10, 0.105), 0.4)), (x, -0.082, top)))
    return objs
