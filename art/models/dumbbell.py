"""Hex dumbbell along X, centred on its grip; it rests on a face when raised by its apothem."""

from studio import *

TO_X = Matrix.Rotation(math.pi / 2, 4, "Y")
ON_FACE = Matrix.Rotation(math.pi / 2, 4, "Z") @ Matrix.Rotation(math.pi / 2, 4, "X")


def head(label, skin, ink, ring=None, apothem=0.051, length=0.088, corner=0.0075):
    """Six-sided rubber head from x=0 (grip) to x=length (end face with the weight inside a raised ring)."""
    profile = [
        (0.031, -0.0001),
        (0.017, 0.0, 0.003),
        (0, 0.0135, 0.006),
        (0, length - 0.0185, 0.007),
        (0.0160, length, 0.0035),
        (0.034, length + 0.0001),
    ]
    sections = []
    for inset, x in fillet(profile, 6):
        hexagon = rounded_poly(6, apothem - inset, max(corner - inset * 0.18, 0.003), 6)
        sections.append([(x, y, z) for y, z in hexagon])
    objs = [assign(loft(sections, "head", angle=30), skin)]
    raised = [
        (0.0265, length - 0.001),
        (0.0265, length + 0.0010, 0.0004),
        (0.0290, length + 0.0010, 0.0004),
        (0.0290, length - 0.001),
    ]
    rim = lathe(fillet(raised, 3), 128, "ring")
    rim.data.transform(TO_X)
    objs.append(assign(rim, ring or skin))
    for text, size, height, spacing in ((label, 0.0330, 0.0060, 1.0), ("kg", 0.0165, -0.0150, 1.06)):
        figures = text_mesh(text, size, 0.0007, 0.00018, spacing=spacing)
        figures.data.transform(Matrix.Translation((length + 0.0004, 0, height)) @ ON_FACE)
        objs.append(assign(figures, ink))
    return objs


def dumbbell(kg="10", mats=None, ring=None, apothem=0.051, length=0.088, grip=0.128):
    """mats: rubber, steel, ink; ring: material of the raised ring on the end faces, rubber if none."""
    rubber_skin, steel, ink = mats

    def radius(x):
        u = np.clip(np.abs(x) / (grip / 2), 0, 1)
        return 0.0142 + 0.0026 * (1 - u**2) * (1 + 0.15 * u)

    def knurled(x):
        return np.clip((grip / 2 - 0.010 - np.abs(x)) / 0.0012, 0, 1)

    handle = knurl_rod(grip + 0.004, radius, knurled, pitch=0.0021, depth=0.0006, res=9)
    objs = [assign(handle, knurl_steel())]
    ferrule = fillet(
        [(0.0145, -0.0075), (0.0185, -0.0070, 0.002), (0.0205, -0.001, 0.001), (0.0205, 0.002)], 5
    )
    for side in (1, -1):
        end = head(kg, rubber_skin, ink, ring, apothem, length)
        band = lathe(ferrule, 96, "ferrule")
        band.data.transform(TO_X)
        end.append(assign(band, steel))
        for o in end:
            o.data.transform(Matrix.Translation((grip / 2, 0, 0)))
            if side < 0:
                o.data.transform(Matrix.Rotation(math.pi, 4, "Z"))
        objs += end
    return objs
