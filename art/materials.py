"""Procedural materials: cast iron, steel, rubber, plastic, fabric, wood, speckled floor rubber. Colours are linear."""

import bpy

ACCENT = (0.80, 0.058, 0.009)  # the site's vermilion #ff4f1a as paint, a little darker than its light value
GRAPHITE = (0.014, 0.014, 0.015)
INK_WHITE = (0.76, 0.75, 0.73)


class Mat:
    def __init__(s, name, color=(0.8, 0.8, 0.8), rough=0.5, metal=0.0, spec=0.5, **kw):
        s.m = bpy.data.materials.new(name)
        s.m.use_nodes = True
        s.nt = s.m.node_tree
        s.b = s.nt.nodes["Principled BSDF"]
        s.set("Base Color", (*color, 1))
        s.set("Roughness", rough)
        s.set("Metallic", metal)
        s.set("Specular", spec)
        for k, v in kw.items():
            s.set(k.replace("_", " "), v)
        s._co = None
        s._n = None

    def set(s, k, v):
        if hasattr(v, "is_output"):
            s.nt.links.new(v, s.b.inputs[k])
        else:
            s.b.inputs[k].default_value = v

    def node(s, t, **kw):
        n = s.nt.nodes.new("ShaderNode" + t)
        for k, v in kw.items():
            setattr(n, k, v)
        return n

    def inp(s, n, i, v):
        if v is None:
            return
        if hasattr(v, "is_output"):
            s.nt.links.new(v, n.inputs[i])
        else:
            n.inputs[i].default_value = v

    def co(s, scale=(1, 1, 1), rot=(0, 0, 0), src="Object"):
        if s._co is None:
            s._co = s.node("TexCoord")
        mp = s.node("Mapping")
        mp.inputs["Scale"].default_value = scale if not isinstance(scale, (int, float)) else (scale,) * 3
        mp.inputs["Rotation"].default_value = rot
        s.nt.links.new(s._co.outputs[src], mp.inputs[0])
        return mp.outputs[0]

    def noise(s, scale, detail=3, rough=0.55, co=None, dist=0, out="Fac"):
        n = s.node("TexNoise")
        s.inp(n, "Vector", co or s.co())
        n.inputs["Scale"].default_value = scale
        n.inputs["Detail"].default_value = detail
        n.inputs["Roughness"].default_value = rough
        n.inputs["Distortion"].default_value = dist
        return n.outputs[out]

    def voro(s, scale, feature="F1", co=None, out="Distance", rnd=1.0):
        n = s.node("TexVoronoi")
        n.feature = feature
        s.inp(n, "Vector", co or s.co())
        n.inputs["Scale"].default_value = scale
        n.inputs["Randomness"].default_value = rnd
        return n.outputs[out]

    def ramp(s, fac, stops, interp="LINEAR"):
        n = s.node("ValToRGB")
        n.color_ramp.interpolation = interp
        e = n.color_ramp.elements
        while len(e) < len(stops):
            e.new(0.5)
        for el, (p, c) in zip(e, stops):
            el.position = p
            el.color = (*c, 1) if len(c) == 3 else c
        s.inp(n, 0, fac)
        return n.outputs[0]

    def rng(s, v, a, b, c, d, smooth=False):
        n = s.node("MapRange")
        n.interpolation_type = "SMOOTHSTEP" if smooth else "LINEAR"
        for i, x in enumerate((v, a, b, c, d)):
            s.inp(n, i, x)
        return n.outputs[0]

    def math(s, op, a, b=None, c=None, clamp=False):
        n = s.node("Math", operation=op)
        n.use_clamp = clamp
        s.inp(n, 0, a)
        s.inp(n, 1, b)
        s.inp(n, 2, c)
        return n.outputs[0]

    def mix(s, fac, a, b, blend="MIX"):
        n = s.node("MixRGB", blend_type=blend)
        s.inp(n, 0, fac)
        s.inp(n, 1, (*a, 1) if isinstance(a, tuple) and len(a) == 3 else a)
        s.inp(n, 2, (*b, 1) if isinstance(b, tuple) and len(b) == 3 else b)
        return n.outputs[0]

    def bump(s, h, strength=1.0, dist=0.001):
        n = s.node("Bump")
        n.inputs["Strength"].default_value = strength
        n.inputs["Distance"].default_value = dist
        s.inp(n, "Height", h)
        if s._n is not None:
            s.nt.links.new(s._n, n.inputs["Normal"])
        s._n = n.outputs[0]
        s.set("Normal", s._n)
        return s


def castiron(color=(0.017, 0.017, 0.019), rough=0.42):
    m = Mat("castiron", color, rough, spec=0.5)
    m.set("Roughness", m.rng(m.noise(26, 5), 0.3, 0.7, rough - 0.07, rough + 0.10))
    m.bump(m.noise(38, 2), 0.35, 0.0016)  # slow casting waviness
    m.bump(m.noise(620, 2, 0.5), 0.30, 0.0006)  # powder-coat orange peel (~1.5 mm)
    return m.m


def chrome(color=(0.80, 0.80, 0.81), rough=0.14, aniso=0):
    m = Mat("chrome", color, rough, 1.0)
    m.set("Roughness", m.rng(m.noise(60, 4), 0.3, 0.7, rough * 0.75, rough * 1.35))
    m.set("Anisotropic", aniso)
    return m.m


def knurl_steel(color=(0.60, 0.60, 0.61), rough=0.2, dirt=0.8):
    m = Mat("knurlsteel", color, rough, 1.0)
    a = m.node("Attribute")
    a.attribute_name = "groove"  # dark grooves = reads as knurl at web size
    m.set("Base Color", m.mix(m.math("MULTIPLY", a.outputs["Fac"], dirt), color, (0.02, 0.02, 0.02)))
    m.set("Roughness", m.rng(m.noise(60, 4), 0.3, 0.7, rough * 0.75, rough * 1.35))
    return m.m


def rubber(color=(0.022, 0.022, 0.023), rough=0.58, grain=900, strength=0.35, dust=0.0):
    m = Mat("rubber", color, rough, spec=0.42)
    m.set("Roughness", m.rng(m.noise(30, 5), 0.3, 0.7, rough - 0.08, rough + 0.08))
    if dust:
        c = m.rng(m.noise(14, 6, 0.65), 0.45, 0.8, 0, dust)
        m.set("Base Color", m.mix(c, color, (0.30, 0.29, 0.28)))
    m.bump(m.noise(grain, 2), strength, 0.0004)
    return m.m


def vinyl(color, rough=0.38, grain=1400, strength=0.15):
    m = Mat("vinyl", color, rough, spec=0.45)
    m.set("Roughness", m.rng(m.noise(40, 4), 0.3, 0.7, rough - 0.05, rough + 0.07))
    m.bump(m.noise(grain, 2), strength, 0.0003)
    return m.m


def fabric(color, scale=900, rough=0.9, sheen=0.4):
    m = Mat("fabric", color, rough, spec=0.2, Sheen=sheen)

    def wave(d):
        n = m.node("TexWave")
        n.bands_direction = d
        n.inputs["Scale"].default_value = scale
        n.inputs["Distortion"].default_value = 0.6
        m.inp(n, "Vector", m.co())
        return n.outputs["Fac"]

    h = m.math("MULTIPLY", wave("X"), wave("Y"))
    m.bump(h, 0.6, 0.0006)
    m.set(
        "Base Color", m.mix(m.rng(m.noise(90, 4), 0.3, 0.7, 0, 0.35), color, tuple(c * 0.72 for c in color))
    )
    return m.m


def wood(
    tones=((0.20, 0.105, 0.05), (0.36, 0.21, 0.115), (0.45, 0.28, 0.16)),
    plank=(1.2, 0.12),
    rough=0.42,
    gap=0.0012,
    axis_x=True,
):
    """floor planks along X in object space; per-plank hue + stretched grain."""
    m = Mat("wood", rough=rough, spec=0.4)
    c = m.co()
    sep = m.node("SeparateXYZ")
    m.inp(sep, 0, c)
    x, y = sep.outputs[0], sep.outputs[1]
    if not axis_x:
        x, y = y, x
    row = m.math("FLOOR", m.math("DIVIDE", y, plank[1]))
    fy = m.math("FRACT", m.math("DIVIDE", y, plank[1]))
    off = m.math("FRACT", m.math("MULTIPLY", row, 0.377))
    xx = m.math("ADD", m.math("DIVIDE", x, plank[0]), off)
    col = m.math("FLOOR", xx)
    fx = m.math("FRACT", xx)
    idv = m.node("CombineXYZ")
    m.inp(idv, 0, row)
    m.inp(idv, 1, col)
    wn = m.node("TexWhiteNoise")
    m.inp(wn, "Vector", idv.outputs[0])
    rnd = wn.outputs["Value"]
    cv = m.node("CombineXYZ")
    m.inp(cv, 0, m.math("MULTIPLY", x, 2.2))
    m.inp(cv, 1, m.math("MULTIPLY", y, 34))
    m.inp(cv, 2, m.math("MULTIPLY", rnd, 60))
    big = m.noise(1.0, 5, 0.6, cv.outputs[0], 0.9)
    cv2 = m.node("CombineXYZ")
    m.inp(cv2, 0, m.math("MULTIPLY", x, 9))
    m.inp(cv2, 1, m.math("MULTIPLY", y, 420))
    m.inp(cv2, 2, m.math("MULTIPLY", rnd, 90))
    fine = m.noise(1.0, 3, 0.6, cv2.outputs[0])
    f = m.math("ADD", m.math("MULTIPLY", big, 0.75), m.math("MULTIPLY", fine, 0.25))
    f = m.math("ADD", f, m.math("MULTIPLY", m.math("SUBTRACT", rnd, 0.5), 0.22))
    base = m.ramp(f, [(0.28, tones[0]), (0.52, tones[1]), (0.78, tones[2])])

    def edge(t, size):
        d = m.math("MULTIPLY", m.math("MINIMUM", t, m.math("SUBTRACT", 1.0, t)), size)
        return m.rng(d, gap * 0.5, gap * 1.6, 0, 1, True)

    g = m.math("MULTIPLY", edge(fy, plank[1]), edge(fx, plank[0]))
    m.set("Base Color", m.mix(g, tuple(c * 0.12 for c in tones[0]), base))
    m.set("Roughness", m.rng(fine, 0.3, 0.7, rough - 0.08, rough + 0.1))
    m.bump(fine, 0.12, 0.0005)
    m.bump(g, 0.25, 0.001)
    return m.m


def epdm(base=(0.022, 0.022, 0.023), fleck=(0.32, 0.32, 0.33), density=0.12, scale=260):
    """speckled rubber gym tile"""
    m = Mat("epdm", base, 0.72, spec=0.35)
    v = m.node("TexVoronoi")
    m.inp(v, "Vector", m.co())
    v.inputs["Scale"].default_value = scale
    sp = m.node("SeparateColor")
    m.inp(sp, 0, v.outputs["Color"])
    pick = m.math("LESS_THAN", sp.outputs[0], density)
    d = m.rng(v.outputs["Distance"], 0.25, 0.42, 1, 0)
    f = m.math("MULTIPLY", pick, d)
    m.set("Base Color", m.mix(m.math("MULTIPLY", f, m.rng(sp.outputs[1], 0, 1, 0.25, 1)), base, fleck))
    m.bump(m.noise(420, 3), 0.5, 0.0012)
    return m.m


def frosted(color=(0.93, 0.95, 0.97), rough=0.32, ior=1.46):
    m = Mat("frosted", color, rough, spec=0.5, Transmission=1.0, IOR=ior)
    m.bump(m.noise(1500, 2), 0.08, 0.0002)
    return m.m


def plastic(color, rough=0.3):
    m = Mat("plastic", color, rough, spec=0.5)
    m.set("Roughness", m.rng(m.noise(50, 4), 0.3, 0.7, rough - 0.05, rough + 0.07))
    m.bump(m.noise(900, 2), 0.06, 0.0003)
    return m.m


def imgmat(path, rough=0.75, spec=0.2):
    m = Mat("img", rough=rough, spec=spec)
    t = m.node("TexImage")
    t.image = bpy.data.images.load(path)
    t.interpolation = "Cubic"
    m.inp(t, 0, m.co(src="UV"))
    m.set("Base Color", t.outputs[0])
    m.bump(m.noise(1200, 3), 0.08, 0.0002)
    return m.m
