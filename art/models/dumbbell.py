"""Hex dumbbell along X, resting height = its apothem."""

from studio import *


def hexhead(ap=0.051, L=0.088, mat=None, lab="10", labm=None, rc=0.0075, hole=0.020):
    """hex head along X from x=0 (inner) to x=L (outer); chamfered ends, fillets everywhere"""
    prof = fillet(
        [
            (0.031, -0.0001),
            (0.017, 0.0, 0.003),
            (0, 0.0135, 0.006),
            (0, L - 0.0185, 0.007),
            (0.0195, L, 0.0035),
            (0.036, L + 0.0001),
        ],
        6,
    )
    secs = []
    for ins, x in prof:
        secs.append([(x, p[0], p[1]) for p in rounded_poly(6, ap - ins, max(rc - ins * 0.18, 0.003), 6)])
    o = loft(secs, "hex", angle=30)
    assign(o, mat)
    objs = [o]
    # raised ring + weight on the outer face
    ring = lathe(
        fillet(
            [
                (0.0235, L - 0.001),
                (0.0235, L + 0.0009, 0.0004),
                (0.0255, L + 0.0009, 0.0004),
                (0.0255, L - 0.001),
            ],
            3,
        ),
        96,
        "ring",
    )
    ring.data.transform(Matrix.Rotation(math.pi / 2, 4, "Y"))
    assign(ring, mat)
    for s, size, dz in ((lab, 0.030, 0.0035), ("KG", 0.0095, -0.0125)):
        t = text_mesh(s, size, 0.0008, 0.0003)
        t.data.transform(
            Matrix.Translation((L + 0.0003, 0, dz))
            @ Matrix.Rotation(math.pi / 2, 4, "Z")
            @ Matrix.Rotation(math.pi / 2, 4, "X")
        )
        assign(t, labm)
        objs.append(t)
    objs.append(ring)
    return objs


def dumbbell(kg="10", ap=0.051, L=0.088, grip=0.128, mats=None):
    rub, chr_, lab = mats
    objs = []

    def rad(x):
        u = np.clip(np.abs(x) / (grip / 2), 0, 1)
        return 0.0142 + 0.0026 * (1 - u**2) * (1 + 0.15 * u)  # ergo bulge

    kf = lambda x: np.clip((grip / 2 - 0.010 - np.abs(x)) / 0.0012, 0, 1)
    k = knurl_rod(grip + 0.004, rad, kf, pitch=0.0021, depth=0.0006, res=9)
    assign(k, knurl_steel())
    objs.append(k)
    for sgn in (1, -1):
        h = hexhead(ap, L, rub, kg, lab)
        col = lathe(
            fillet(
                [(0.0145, -0.0075), (0.0185, -0.0070, 0.002), (0.0205, -0.001, 0.001), (0.0205, 0.002)], 5
            ),
            96,
        )
        col.data.transform(Matrix.Rotation(math.pi / 2, 4, "Y"))
        assign(col, chr_)
        h.append(col)
        for o in h:
            o.data.transform(Matrix.Translation((grip / 2, 0, 0)))
            if sgn < 0:
                o.data.transform(Matrix.Rotation(math.pi, 4, "Z"))
            objs.append(o)
    return objs
