"""Olympic barbell along X: knurled shaft, sleeves, bumper plates and lock collars. Parts can be used alone."""

from studio import *

TO_X = Matrix.Rotation(math.pi / 2, 4, "Y")
ON_FACE = Matrix.Rotation(math.pi / 2, 4, "Z") @ Matrix.Rotation(math.pi / 2, 4, "X")
SHOULDER = 0.655  # where the sleeve starts, from the middle of the bar
SLEEVE = 0.415
BORE = 0.0256


def turned(profile, material, segments=128, name="turned", angle=40, at=0.0):
    """Lathe a (radius, x) profile about the X axis."""
    o = lathe(profile, segments, name, angle)
    o.data.transform(Matrix.Translation((at, 0, 0)) @ TO_X)
    return assign(o, material)


def plate(label, thickness, colour, radius=0.225, steel=None, unit="KG", dust=0.06):
    """Bumper plate centred on the origin: rubber with a recessed band for raised figures, steel hub on both faces."""
    h, steel = thickness / 2, steel or chrome((0.60, 0.60, 0.61), 0.24)
    inner, outer = 0.085, max(radius - 0.060, 0.095)
    half = [
        (0.046, h - 0.003),
        (0.058, h - 0.003, 0.001),
        (0.062, h, 0.0015),
        (inner - 0.006, h, 0.003),
        (inner, h - 0.007, 0.003),
        (outer - 0.008, h - 0.0075, 0.004),
        (outer, h, 0.003),
        (radius - 0.0045, h, 0.0028),
        (radius, h - 0.0065, 0.0035),
    ]
    groove = [(radius, 0.0035, 0.001), (radius - 0.002, 0.0015, 0.001)]
    rim = groove + [(r, -x, f) for r, x, f in groove[::-1]]
    profile = half + rim + [(p[0], -p[1], *p[2:]) for p in half[::-1]]
    objs = [turned(fillet(profile, 5), rubber(colour, 0.50, 500, 0.22, dust=dust), 224, "plate", 30)]
    hub = [
        (BORE, -h + 0.002),
        (BORE, h - 0.0015, 0.0012),
        (0.0275, h - 0.0002, 0.0006),
        (0.0465, h - 0.0012, 0.0008),
        (0.0475, h - 0.0045, 0.001),
        (0.0475, -h + 0.004),
    ]
    ink = plastic((0.85, 0.84, 0.82), 0.5)
    for face in (0, math.pi):
        turn = Matrix.Rotation(face, 4, "Z")
        part = [turned(fillet(hub, 4), steel, name="hub")]
        for k in range(8):
            a = 2 * math.pi * k / 8
            bolt = lathe([(0, 0.0012), (0.0022, 0.0012), (0.0028, 0.0006), (0.0030, -0.001)], 24)
            bolt.data.transform(
                Matrix.Translation((h - 0.0014, 0.0385 * math.cos(a), 0.0385 * math.sin(a))) @ TO_X
            )
            part.append(assign(bolt, steel))
        if label:
            middle = (inner + outer - 0.008) / 2
            for text, size, angle in (
                (label, 0.066, 0),
                (label, 0.066, 180),
                (unit, 0.034, 90),
                (unit, 0.034, 270),
            ):
                figures = text_mesh(text, size, 0.0022, 0.0006, spacing=1.0 if text == label else 1.15)
                figures.data.transform(
                    Matrix.Rotation(math.radians(angle), 4, "X")
                    @ Matrix.Translation((h - 0.0072, 0, middle))
                    @ ON_FACE
                )
                part.append(assign(figures, ink))
        for o in part:
            o.data.transform(turn)
        objs += part
    return objs


def sleeve(steel, dark):
    """From the shoulder ring to the end cap, on the +X side."""
    L = SLEEVE
    profile = [
        (0.014, -0.002),
        (0.0235, -0.001, 0.002),
        (0.0385, 0.004, 0.003),
        (0.0385, 0.028, 0.003),
        (0.0250, 0.032, 0.003),
        (0.0250, L - 0.020, 0.001),
        (0.0243, L - 0.018, 0.0006),
        (0.0243, L - 0.015, 0.0006),
        (0.0250, L - 0.013, 0.001),
        (0.0250, L - 0.002, 0.0018),
        (0.0232, L, 0.001),
        (0.0185, L, 0.0008),
        (0.0178, L - 0.0018, 0.0006),
        (0, L - 0.0018),
    ]
    cap = fillet([(0, 0.0012), (0.013, 0.0012, 0.001), (0.0145, 0)], 3)
    return [
        turned(fillet(profile, 4), steel, 128, "sleeve", at=SHOULDER),
        turned(cap, dark, 64, "end cap", at=SHOULDER + L - 0.0018),
    ]


def collar(x, metal, dark, turn=38):
    """Lock collar: anodised ring with a waist, a black inner bush and a lever on a hinge block."""
    ring = [
        (0.0285, 0.0004),
        (0.0425, 0.0, 0.0025),
        (0.0440, 0.008, 0.0015),
        (0.0415, 0.0105, 0.0012),
        (0.0415, 0.0255, 0.0012),
        (0.0440, 0.028, 0.0015),
        (0.0425, 0.036, 0.0025),
        (0.0310, 0.0365, 0.0012),
        (0.0285, 0.0340),
    ]
    bush = [(0.0252, 0.0), (0.0252, 0.0385, 0.0008), (0.0290, 0.0385, 0.0012), (0.0292, 0.0)]
    parts = [
        turned(fillet(ring, 5), metal, 160, "collar", at=x),
        turned(fillet(bush, 3), dark, 128, "bush", at=x),
    ]
    lever = slab(0.060, 0.017, 0.008, 0.007, 0.0025, "lever")
    lever.data.transform(
        Matrix.Translation((x + 0.018, -0.012, 0.0475)) @ Matrix.Rotation(math.pi / 2, 4, "Z")
    )
    block = rbox((0.019, 0.020, 0.016), 0.003, 4)
    block.data.transform(Matrix.Translation((x + 0.018, 0.012, 0.0445)))
    for o in (lever, block):
        o.data.transform(Matrix.Rotation(math.radians(turn), 4, "X"))
        parts.append(assign(o, dark))
    return parts


def shaft(steel, half_length=0.66, pitch=0.0022, res=5):
    """Knurled bar between the sleeves, smooth in the middle and at the marks."""

    def knurled(x):
        a = np.abs(x)
        return (((a > 0.065) & (a < 0.205)) | ((a > 0.215) & (a < 0.63))).astype(float)

    rod = knurl_rod(
        2 * half_length,
        lambda x: np.full_like(x, 0.0141),
        knurled,
        pitch=pitch,
        depth=0.0004,
        res=res,
        name="shaft",
    )
    return assign(rod, steel)


def barbell(stack, mirror=True, steel=None, collar_metal=None, rest=0.0):
    """stack: (label, thickness, radius, colour) from the shoulder outwards; steel: one colour for all metal;
    rest: roll of the plates in degrees."""
    bright = chrome(steel or (0.72, 0.72, 0.73), 0.17)
    satin = chrome(steel or (0.60, 0.60, 0.61), 0.24)
    dark = plastic((0.02, 0.02, 0.02), 0.35)
    metal = collar_metal or chrome(steel or (0.74, 0.74, 0.75), 0.36)
    objs = [shaft(satin)]
    for side in (1, -1) if mirror else (1,):
        parts = sleeve(bright, dark)
        x = SHOULDER + 0.0325
        for i, (label, thickness, radius, colour) in enumerate(stack):
            disc = plate(label, thickness, colour, radius, steel=satin)
            roll = math.radians(rest) + (0.35, -0.9, -0.16, 0.2)[i % 4]
            for o in disc:
                o.data.transform(
                    Matrix.Translation((x + thickness / 2, 0, 0)) @ Matrix.Rotation(roll, 4, "X")
                )
            parts += disc
            x += thickness + 0.0006
        parts += collar(x + 0.001, metal, dark)
        if side < 0:
            for o in parts:
                o.data.transform(Matrix.Rotation(math.pi, 4, "Z"))
        objs += parts
    return objs
