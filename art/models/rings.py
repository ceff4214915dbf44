"""Gymnastic ring of wood with its webbing strap, hanging in the XZ plane; the ring's centre is the origin."""

from studio import *

RING, GRIP = 0.1175, 0.0148
WIDTH, THICK = 0.030, 0.0022
WEAVE = 0.0022


def birch():
    m = Mat("birch", rough=0.42, spec=0.4)
    grain = m.noise(1.0, 5, 0.6, m.co((34, 520, 34)), 0.4)
    cloud = m.noise(9, 3)
    tone = m.math("ADD", m.math("MULTIPLY", grain, 0.55), m.math("MULTIPLY", cloud, 0.45))
    m.set(
        "Base Color",
        m.ramp(tone, [(0.30, (0.42, 0.245, 0.125)), (0.5, (0.56, 0.36, 0.20)), (0.72, (0.66, 0.46, 0.28))]),
    )
    m.set("Roughness", m.rng(grain, 0.3, 0.7, 0.36, 0.52))
    return m.bump(grain, 0.05, 0.0004).m


def webbing(colour):
    m = Mat("webbing", colour, 0.75, spec=0.25)
    sep = m.node("SeparateXYZ")
    m.inp(sep, 0, m.co(src="UV"))
    u, v = sep.outputs[0], sep.outputs[1]
    across = m.math("SINE", m.math("MULTIPLY", u, 2 * math.pi * 9))
    along = m.math("SINE", m.math("MULTIPLY", v, 2 * math.pi))
    weave = m.math("MULTIPLY", across, along)
    m.set("Base Color", m.mix(m.rng(weave, -1, 1, 0, 0.5), colour, tuple(c * 0.45 for c in colour)))
    return m.bump(weave, 0.5, 0.0006).m


def ring(height=2.0, strap=(0.016, 0.016, 0.017), tag=None):
    """height: how far the strap runs up; tag: colour of a band sewn round both layers of the strap."""
    circle = [
        (RING * math.cos(a), 0, RING * math.sin(a)) for a in np.linspace(0, 2 * math.pi, 160, endpoint=False)
    ]
    objs = [assign(sweep(circle, GRIP, 40, "ring", closed=True), birch())]
    wrap = GRIP + THICK / 2 + 0.0002
    gap = THICK / 2 + 0.0004
    loop = [(0, wrap * math.cos(a), RING + wrap * math.sin(a)) for a in np.linspace(-math.pi, 0, 40)]
    rise = [
        (0, gap + (wrap - gap) * (1 - t) ** 2 * (1 + 2 * t), RING + 0.075 * t)
        for t in np.linspace(0.04, 1, 24)
    ]
    up = [(0, gap, RING + z) for z in np.linspace(0.08, height, 60)]
    front = rise + up
    back = [(x, -y, z) for x, y, z in front[::-1]]
    objs.append(assign(strip(back + loop + front, WIDTH, THICK, WEAVE, "strap"), webbing(strap)))
    if tag:
        band = rrect(WIDTH + 0.002, 4 * gap + 0.0022, 0.0012, 4)
        sections = [[(x, y, RING + z) for x, y in band] for z in np.linspace(0.105, 0.123, 8)]
        objs.append(assign(loft(sections, "tag"), vinyl(tag, 0.55)))
    return objs
