"""Gold medal with star and laurel, and a ribbon that really goes round the bar of its bail."""

from studio import *

GOLD = (0.83, 0.52, 0.17)
BAR = 0.0018  # radius of the bail's bar


def polished(color=GOLD):
    """Struck and polished gold: hardly worn, never quite even."""
    m = Mat("gold", color, 0.22, 1.0)
    m.set("Roughness", m.rng(m.noise(90, 4), 0.3, 0.7, 0.16, 0.28))
    m.bump(m.noise(260, 3), 0.06, 0.0005)
    return m.m


def blasted(color=GOLD):
    """Sand-blasted ground between the reliefs."""
    m = Mat("blasted gold", tuple(c * 0.84 for c in color), 0.42, 1.0)
    m.bump(m.noise(1400, 2), 0.5, 0.0004)
    return m.m


def leaf(length, width):
    """Domed, pointed laurel leaf with a midrib, along +X."""

    def fn(U, V):
        half = width * np.sin(math.pi * V**0.8) ** 0.9
        s = (U - 0.5) * 2
        dome = 0.0014 * (1 - s**2) * np.sin(math.pi * V) ** 0.5
        return V * length, s * half, dome - 0.00045 * np.exp(-((s / 0.12) ** 2))

    return grid_mesh(fn, 21, 24, "leaf", wrapu=False)


def laurel(z, material, radius=0.0205):
    """Two open branches, mirrored; each stem carries pairs of leaves."""
    objs = []
    for side in (1, -1):
        for k in range(10):
            a = math.radians(-80 + k * 14.5)
            for lean in (24, -26):
                o = leaf(0.0086 - 0.0003 * k, 0.0020 - 0.00004 * k)
                o.data.transform(
                    Matrix.Translation((radius * math.cos(a), radius * math.sin(a), z - 0.0005))
                    @ Matrix.Rotation(a + math.radians(90 + lean), 4, "Z")
                )
                if side < 0:
                    o.data.transform(Matrix.Scale(-1, 4, (1, 0, 0)))
                    fixnormals(o)
                objs.append(assign(o, material))
        arc = np.linspace(math.radians(-86), math.radians(56), 40)
        stem = [(side * radius * math.cos(a), radius * math.sin(a), z) for a in arc]
        objs.append(assign(sweep(stem, 0.00055, 10), material))
    return objs


def star(z, material, tip=0.0112, waist=0.0047, relief=0.0031):
    """Five-pointed star with a facet to every edge."""
    V = [(0, 0, z + relief)]
    for k in range(10):
        a, r = math.pi / 2 + k * math.pi / 5, tip if k % 2 == 0 else waist
        V.append((r * math.cos(a), r * math.sin(a), z - 0.0003))
    faces = [(0, 1 + k, 1 + (k + 1) % 10) for k in range(10)]
    return [assign(mesh("star", V, faces, smooth=False), material)]


def medal(R=0.034, thickness=0.0042):
    """Medal in the XY plane facing +Z, its bail at +Y. Returns (objects, height of the bail's upper bar)."""
    shine, ground = polished(), blasted()
    h = thickness / 2
    field = h - 0.0010
    half = [
        (0, field),
        (R - 0.0062, field, 0.0004),
        (R - 0.0054, h + 0.0003, 0.0004),
        (R - 0.0046, h - 0.0003, 0.0003),
        (R - 0.0032, h - 0.0003, 0.0003),
        (R - 0.0022, h + 0.0007, 0.0006),
        (R - 0.0003, h + 0.0004, 0.0004),
        (R, h - 0.0006, 0.0005),
    ]
    profile = fillet(half + [(p[0], -p[1], *p[2:]) for p in half[::-1]], 6)
    body = lathe(profile, 256, "medal", 35)
    body.data.materials.append(ground)
    body.data.materials.append(shine)
    inner = np.array([math.hypot(*p.center[:2]) for p in body.data.polygons]) < R - 0.0060
    body.data.polygons.foreach_set("material_index", np.where(inner, 0, 1).astype(np.int32))
    objs = [body]
    bead = lathe([(0.00064 * math.cos(a), 0.00064 * math.sin(a)) for a in np.linspace(0, math.pi / 2, 7)], 16)
    V, F = [], []
    for k in range(84):
        a = 2 * math.pi * k / 84
        at = Vector(((R - 0.0039) * math.cos(a), (R - 0.0039) * math.sin(a), h - 0.0003))
        F += [tuple(i + len(V) for i in p.vertices) for p in bead.data.polygons]
        V += [v.co + at for v in bead.data.vertices]
    bpy.data.objects.remove(bead)
    objs.append(assign(mesh("beads", V, F), shine))
    objs += laurel(field, shine) + star(field, shine)
    low, high = R - 0.0012, R + 0.0092
    path = [(x, y + (low + high) / 2, 0) for x, y in rrect(0.0362, high - low, 0.0034, 14)]
    bail = assign(sweep(path, BAR, 28, closed=True), shine)
    shoulder = rbox((0.030, 0.0040, 0.0034), 0.0012, 4)
    shoulder.data.transform(Matrix.Translation((0, R - 0.0012, 0)))
    return objs + [bail, assign(shoulder, shine)], high


def ribbon(bar_height, width=0.0275, angle=15, length=0.17, thickness=0.0007, color=ACCENT):
    """Strip folded round the bar at y=bar_height: a straight ribbon wrapped on a cylinder leaves as an exact V."""
    r = BAR + thickness * 0.6
    lean = math.radians(angle)

    def fn(U, V):
        t = 2 * V - 1
        s = length * (0.22 * t + 0.78 * t**3)
        w = (U - 0.5) * width
        v = s * math.cos(lean) - w * math.sin(lean)
        x = s * math.sin(lean) + w * math.cos(lean)
        quarter = math.pi * r / 2
        turn = np.clip(v, -quarter, quarter) / r
        beyond = np.maximum(np.abs(v) - quarter, 0)
        wave = 0.0007 * np.sin(beyond * 62 + x * 30) * np.clip(beyond / 0.03, 0, 1)
        curl = 0.00035 * (U - 0.5) ** 2 * 4 * np.clip(beyond / 0.02, 0, 1)
        apart = 0.010 * beyond  # the tails part a little towards the neck
        y = bar_height - r * np.cos(turn) + beyond
        z = r * np.sin(turn) + np.sign(v) * apart + wave + curl
        return x, y, z

    nu, nv = 33, 700
    o = grid_mesh(fn, nu, nv, "ribbon", wrapu=False)
    index = np.empty(len(o.data.loops), np.int32)
    o.data.loops.foreach_get("vertex_index", index)
    uv = np.stack([(index // nv) / (nu - 1), (index % nv) / (nv - 1)], 1).astype(np.float32)
    o.data.uv_layers.new().data.foreach_set("uv", uv.ravel())
    m = Mat("ribbon", color, 0.52, spec=0.35)
    across = m.node("SeparateXYZ")
    m.inp(across, 0, m.co(src="UV"))
    edge = m.math("ABSOLUTE", m.math("SUBTRACT", across.outputs[0], 0.5))
    selvedge = m.rng(edge, 0.455, 0.462, 0, 1)
    m.set("Base Color", m.mix(selvedge, color, tuple(c * 0.62 for c in color)))
    weave = []
    for direction, scale in (("Y", 330), ("X", 26)):
        wave = m.node("TexWave")
        wave.bands_direction = direction
        wave.inputs["Scale"].default_value = scale
        m.inp(wave, "Vector", m.co(src="UV"))
        weave.append(wave.outputs["Fac"])
    m.bump(m.math("ADD", weave[0], m.math("MULTIPLY", weave[1], 0.5)), 0.30, 0.0003)
    assign(o, m.m)
    solid = o.modifiers.new("thickness", "SOLIDIFY")
    solid.thickness, solid.offset = thickness, 0
    return [o]
