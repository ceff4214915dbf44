"""Exercise mat of closed-cell foam: sage on both sides, a little darker underneath."""

from studio import *

SAGE = (0.190, 0.250, 0.196)
SAGE_UNDER = (0.095, 0.130, 0.103)


def foam(color, rough=0.62):
    """Embossed PVC skin: small round dimples, a soft sheen, no fibres."""
    m = Mat("foam", color, rough, spec=0.35)
    m.set("Roughness", m.rng(m.noise(25, 4), 0.3, 0.7, rough - 0.05, rough + 0.07))
    dimple = m.rng(m.voro(520, "F1", rnd=0.35), 0.0, 0.75, 0, 1, True)
    m.bump(dimple, 0.30, 0.0005)
    m.bump(m.noise(14, 2), 0.10, 0.0020)
    return m.m


def cut_edge(color):
    """Sawn edge of the foam: matt, finely cellular."""
    m = Mat("cut foam", color, 0.85, spec=0.15)
    m.bump(m.noise(1500, 2), 0.35, 0.0003)
    return m.m


def spiral(outer, thickness, turns, flat, pitch):
    """Centre line (x, z) of a rolled sheet: a flat end along +X, then round and inwards by one pitch a turn."""
    lying = [(x, thickness / 2) for x in np.linspace(flat, 0, max(int(flat / 0.004), 2))[:-1]] if flat else []
    a = np.linspace(0, turns * 2 * math.pi, int(turns * 90))
    r = outer - thickness / 2 - pitch * a / (2 * math.pi)
    return np.array(lying + list(zip(-r * np.sin(a), outer - r * np.cos(a))))


def sheet(centre, thickness, width, bevel):
    """Solid sheet along a centre line in XZ, as wide as asked along Y, its long edges rounded."""
    T = np.gradient(centre, axis=0)
    T /= np.linalg.norm(T, axis=1)[:, None]
    N = np.stack([-T[:, 1], T[:, 0]], 1)
    arc = [(bevel * (1 - math.cos(t)), bevel * (1 - math.sin(t))) for t in np.linspace(0, math.pi / 2, 5)]
    rows = arc + [(width - y, inset) for y, inset in arc[::-1]]
    sections = []
    for y, inset in rows:
        outside = centre + N * (thickness / 2 - inset)
        inside = centre - N * (thickness / 2 - inset)
        sections.append([(x, y - width / 2, z) for x, z in [*inside, *outside[::-1]]])
    return loft(sections, "sheet", 50)


def rolled_mat(outer=0.085, thickness=0.010, turns=6.2, width=0.61, flat=0.035):
    """Mat rolled up along Y, lying on z=0 with the roll above x=0 and its free end along +X."""
    centre = spiral(outer, thickness, turns, flat, thickness * 1.05)
    o = sheet(centre, thickness, width, 0.0012)
    n, polygons = len(centre), len(o.data.polygons)
    for material in (foam(SAGE), foam(SAGE_UNDER), cut_edge(SAGE_UNDER)):
        o.data.materials.append(material)
    around = np.arange(polygons) % (2 * n)
    index = np.where(around < n - 1, 1, 0)
    index[(around == n - 1) | (around == 2 * n - 1)] = 2
    index[-2:] = 2
    o.data.polygons.foreach_set("material_index", index.astype(np.int32))
    return [o]


def strap(outer=0.085, thickness=0.010, width=0.026, color=ACCENT):
    """Elastic strap round a rolled mat with no flat end: it follows the outermost turn and lies 1.6 mm below it."""
    own = 0.0016
    centre = spiral(outer + own, own, 1.0, 0, thickness * 1.05)
    centre[:, 1] -= own
    web = Mat("webbing", color, 0.7, spec=0.25)
    ribs = web.node("TexWave")
    ribs.bands_direction = "Y"
    ribs.inputs["Scale"].default_value = 260
    web.inp(ribs, "Vector", web.co())
    web.bump(ribs.outputs["Fac"], 0.5, 0.0004)
    return [assign(sheet(centre, own, width, 0.0004), web.m)]
