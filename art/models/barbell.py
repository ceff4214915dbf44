"""Olympic barbell: knurled shaft, sleeves, bumper plates and lock collars. The bar lies along X."""

from studio import *

RY = Matrix.Rotation(math.pi / 2, 4, "Y")


def plate(kg, t, col, R=0.225, text=(0.85, 0.84, 0.82), chr_=None, stripe=None):
    """bumper plate, axis X, centred. colour rubber + steel hub + raised weight figures"""
    h = t / 2
    half = [
        (0.046, h - 0.003),
        (0.058, h - 0.003, 0.001),
        (0.062, h, 0.0015),
        (0.079, h, 0.003),
        (0.085, h - 0.007, 0.003),
        (0.160, h - 0.0075, 0.004),
        (0.168, h, 0.003),
        (R - 0.004, h, 0.003),
        (R, h - 0.006, 0.003),
    ]
    rim = [(R, 0.0035, 0.001), (R - 0.002, 0.0015, 0.001), (R - 0.002, -0.0015, 0.001), (R, -0.0035, 0.001)]
    prof = half + rim + [(p[0], -p[1], *p[2:]) for p in half[::-1]]
    o = lathe(fillet(prof, 5), 192, "plate", 30)
    o.data.transform(RY)
    assign(o, rubber(col, 0.50, 500, 0.22, dust=0.10))
    objs = [o]
    hub = lathe(
        fillet(
            [
                (0.0256, -h),
                (0.0256, h - 0.0015, 0.0012),
                (0.0275, h - 0.0002, 0.0006),
                (0.0465, h - 0.0012, 0.0008),
                (0.0475, h - 0.0045, 0.001),
                (0.048, -h),
            ],
            4,
        ),
        128,
        "hub",
    )
    hub.data.transform(RY)
    assign(hub, chr_)
    objs.append(hub)
    for k in range(8):
        a = 2 * math.pi * k / 8
        b = lathe([(0, 0.0012), (0.0022, 0.0012), (0.0028, 0.0006), (0.0030, -0.001)], 24)
        b.data.transform(Matrix.Translation((h - 0.0014, 0.0385 * math.cos(a), 0.0385 * math.sin(a))) @ RY)
        assign(b, chr_)
        objs.append(b)
    tm = plastic(text, 0.5)
    for sg in (0, 1):
        for s, size, off in ((kg, 0.066, 0),):
            q = text_mesh(s, size, 0.0022, 0.0006, spacing=1.0)
            q.data.transform(
                Matrix.Rotation(sg * math.pi, 4, "X")
                @ Matrix.Translation((h - 0.0072, 0, 0.1225 + off))
                @ Matrix.Rotation(math.pi / 2, 4, "Z")
                @ Matrix.Rotation(math.pi / 2, 4, "X")
            )
            assign(q, tm)
            objs.append(q)
        q = text_mesh("KG", 0.034, 0.0022, 0.0006, spacing=1.2)
        q.data.transform(
            Matrix.Rotation(math.pi / 2 + sg * math.pi, 4, "X")
            @ Matrix.Translation((h - 0.0072, 0, 0.1225))
            @ Matrix.Rotation(math.pi / 2, 4, "Z")
            @ Matrix.Rotation(math.pi / 2, 4, "X")
        )
        assign(q, tm)
        objs.append(q)
    return objs


def sleeve(chr_, dark):
    """one sleeve from shoulder x=.655 to end, incl. shoulder collar, grooves, end cap"""
    L = 0.415
    p = [
        (0.014, -0.002),
        (0.0235, -0.001, 0.002),
        (0.0385, 0.004, 0.003),
        (0.0385, 0.028, 0.003),
        (0.0250, 0.032, 0.003),
    ]
    p += [
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
    o = lathe(fillet(p, 4), 96, "sleeve", 40)
    o.data.transform(Matrix.Translation((0.655, 0, 0)) @ RY)
    assign(o, chr_)
    cap = lathe(fillet([(0, 0.0012), (0.013, 0.0012, 0.001), (0.0145, 0)], 3), 64)
    cap.data.transform(Matrix.Translation((0.655 + L - 0.0018, 0, 0)) @ RY)
    assign(cap, dark)
    return [o, cap]


def collar(x, alu, dark):
    """aluminium lock ring + lever"""
    o = lathe(
        fillet(
            [
                (0.0252, 0, 0),
                (0.0275, -0.0005, 0.001),
                (0.0405, 0, 0.003),
                (0.0415, 0.006, 0.002),
                (0.0395, 0.008, 0.001),
                (0.0395, 0.022, 0.001),
                (0.0415, 0.024, 0.002),
                (0.0405, 0.030, 0.003),
                (0.0275, 0.0305, 0.001),
                (0.0252, 0.030),
            ],
            4,
        ),
        128,
        "collar",
    )
    o.data.transform(Matrix.Translation((x, 0, 0)) @ RY)
    assign(o, alu)
    l = rbox((0.020, 0.046, 0.010), 0.004, 4)
    l.data.transform(
        Matrix.Rotation(math.radians(38), 4, "X") @ Matrix.Translation((x + 0.015, -0.006, 0.0445))
    )
    assign(l, dark)
    return [o, l]


def barbell(stack, cols, mirror=True, steel=None):
    """stack: (label, thickness, radius) from the shoulder outwards, cols: a colour for each; steel: one colour for all metal."""
    chr_ = chrome(steel or (0.72, 0.72, 0.73), 0.17)
    sat = chrome(steel or (0.60, 0.60, 0.61), 0.24)
    dark = plastic((0.02, 0.02, 0.02), 0.35)
    alu = chrome((0.62, 0.62, 0.63), 0.30)
    objs = []

    def shaftr(x):
        return np.full_like(x, 0.0141)

    kf = lambda x: (
        ((np.abs(x) > 0.065) & (np.abs(x) < 0.205)) | ((np.abs(x) > 0.215) & (np.abs(x) < 0.63))
    ).astype(float)
    k = knurl_rod(1.32, shaftr, kf, pitch=0.0022, depth=0.0004, res=5, name="shaft")
    assign(k, sat)
    objs.append(k)
    sides = (1, -1) if mirror else (1,)
    for sg in sides:
        side = sleeve(chr_, dark)
        x = 0.655 + 0.0325
        for i, (kg, t, R) in enumerate(stack):
            P = plate(kg, t, cols[i], R, chr_=sat)
            ang = [0.35, -0.9, -0.16, 0.2][i % 4]
            for o in P:
                o.data.transform(Matrix.Translation((x + t / 2, 0, 0)) @ Matrix.Rotation(ang, 4, "X"))
            side += P
            x += t + 0.0006
        side += collar(x + 0.001, alu, dark)
        if sg < 0:
            for o in side:
                o.data.transform(Matrix.Rotation(math.pi, 4, "Z"))
        objs += side
    return objs
