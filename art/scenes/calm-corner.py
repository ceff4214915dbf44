"""Contact: a flat bench by a white wall, a folded towel and a matte accent bottle on it, window light from the left."""

from models.bench import SEAT, bench
from models.window_light import window
from studio import *

SIZE = (1800, 1200)
SAMPLES = 14
GRADE = dict(exposure=0.42, contrast=0.26, black=0.010, denoise=dict(r=14, k=0.9, curved=6e-3))


def folded_towel(layers=4, depth=0.19, width=0.31, thick=0.021):
    """One length of cloth folded to and fro, both ends of the cloth at the back."""
    m = Mat("terry", (0.70, 0.685, 0.66), 0.95, spec=0.1)
    m.bump(m.noise(420, 2, 0.6), 0.8, 0.0022)
    m.bump(m.noise(16, 3), 0.35, 0.006)
    pitch = thick - 0.0006
    path = []
    for k in range(layers):
        z, sign = thick / 2 + pitch * k, -1 if k % 2 == 0 else 1
        reach = depth / 2 - (0.004 if k in (1, 2) else 0)
        path += [
            (0, sign * y, z + 0.0012 * k * math.sin(24 * y + 2.1 * k)) for y in np.linspace(-reach, reach, 24)
        ]
        if k < layers - 1:
            turn = np.linspace(-math.pi / 2, math.pi / 2, 10)[1:-1]
            path += [
                (0, sign * (reach + pitch / 2 * math.cos(a)), z + pitch / 2 * (1 + math.sin(a))) for a in turn
            ]
    return [assign(strip(path, width, thick, name="towel"), m.m)]


def bottle():
    body = [
        (0, 0),
        (0.034, 0.0, 0.004),
        (0.0365, 0.006, 0.004),
        (0.0365, 0.165, 0.022),
        (0.0225, 0.192, 0.008),
        (0.0225, 0.2),
    ]
    lid = [
        (0.0225, 0.197),
        (0.0262, 0.197, 0.0015),
        (0.0262, 0.232, 0.005),
        (0.010, 0.2345, 0.004),
        (0, 0.2345),
    ]
    matte = Mat("powder coat", ACCENT, 0.55, spec=0.4)
    matte.bump(matte.noise(1100, 2), 0.22, 0.0004)
    loop = [(0.017 * math.cos(a), 0, 0.232 + 0.021 * math.sin(a)) for a in np.linspace(0, math.pi, 40)]
    dark = plastic((0.018, 0.018, 0.019), 0.42)
    return [
        assign(lathe(fillet(body, 10), 160, "bottle", 30), matte.m),
        assign(lathe(fillet(lid, 8), 128, "lid"), dark),
        assign(sweep(loop, 0.0042, 16, "loop"), dark),
    ]


def build():
    world(strength=0.20)
    cyc(color=(0.86, 0.855, 0.845), radius=0.05, depth=1.15, front=4, width=14)
    at, turn = (0.30, 0.30, 0), math.radians(-20)
    group(bench(), at, (0, 0, math.degrees(turn)))

    def on_bench(x, y):
        return (
            at[0] + x * math.cos(turn) - y * math.sin(turn),
            at[1] + x * math.sin(turn) + y * math.cos(turn),
            SEAT,
        )

    group(folded_towel(), on_bench(-0.02, 0.0), (0, 0, -14))
    group(bottle(), on_bench(-0.32, 0.04), (0, 0, 30))
    window((-0.05, 1.15, 0.92))
    softbox((-2.2, -0.6, 1.9), (0, 0.3, 0.4), (1.2, 1.6), 60, name="key")
    softbox((0, 0.2, 2.9), (0, 0.4, 0), (2.8, 2.2), 55, name="top", visible_glossy=False)
    camera((-0.35, -2.55, 0.92), (-0.12, 0.3, 0.53), 72, 5.6, focus=on_bench(0.1, -0.1))
