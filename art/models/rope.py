"""Skipping rope: a cable laid down by a small simulation, so that it crosses itself the way a real one does."""

from studio import *

CABLE = 0.0026  # radius
AXIS = 0.0142  # height of a lying handle's axis


def settle(points, radius=CABLE, steps=900, pinned=(), gravity=0.00012, stiffness=0.35):
    """Drop a polyline (N x 3) on the floor: equal segments, no self-intersection, some resistance to bending.

    pinned: indices that stay where they are. Position-based, with friction on contact."""
    P = np.array(points, float)
    n = len(P)
    rest = np.linalg.norm(np.diff(P, axis=0), axis=1).mean()
    old, free = P.copy(), np.ones(n, bool)
    free[list(pinned)] = False
    apart = int(math.ceil(2 * radius / rest)) + 3
    pairs = np.triu_indices(n, apart)
    for step in range(steps):
        if step % 10 == 0:
            near = np.linalg.norm(P[pairs[1]] - P[pairs[0]], axis=1) < 2 * radius + 0.010
            i, j = pairs[0][near], pairs[1][near]
        move = (P - old) * 0.80
        old = P.copy()
        P[free] += move[free]
        P[free, 2] -= gravity
        for _ in range(4):
            for span in (1, 5):
                inner = slice(span, n - span)
                pull = ((P[: -2 * span] + P[2 * span :]) / 2 - P[inner]) * stiffness / span
                pull[~free[inner]] = 0
                P[inner] += pull * np.array([0.10, 0.10, 1.0])
            d = P[1:] - P[:-1]
            length = np.linalg.norm(d, axis=1, keepdims=True)
            fix = d * (1 - rest / length) * 0.5
            P[:-1][free[:-1]] += fix[free[:-1]]
            P[1:][free[1:]] -= fix[free[1:]]
            d = P[j] - P[i]
            length = np.linalg.norm(d, axis=1)
            touch = np.nonzero(length < 2 * radius)[0]
            if len(touch):
                d, length = d[touch], np.maximum(length[touch], 1e-6)
                # the upper strand is lifted rather than pushed aside
                d = d / length[:, None] * np.array([0.35, 0.35, 1.0]) + np.array([0, 0, 1e-4])
                d /= np.linalg.norm(d, axis=1)[:, None]
                push = d * ((2 * radius - length) * 0.5)[:, None]
                np.add.at(P, i[touch], -push * free[i[touch], None])
                np.add.at(P, j[touch], push * free[j[touch], None])
            low = (P[:, 2] < radius) & free
            P[low, 2] = radius
            resting = low | (np.abs(P[:, 2] - old[:, 2]) < 1e-5)
            resting &= free
            P[resting, :2] = old[resting, :2] + (P[resting, :2] - old[resting, :2]) * 0.7
    reach = 12
    kernel = np.exp(-((np.arange(-reach, reach + 1) / 3.5) ** 2) / 2)
    kernel /= kernel.sum()
    padded = np.pad(
        P, ((reach, reach), (0, 0)), "reflect", reflect_type="odd"
    )  # leaves the ends where they are
    return np.stack([np.convolve(padded[:, k], kernel, "valid") for k in range(3)], 1)


def cable(path, material):
    """Round cable along a settled path."""
    return assign(sweep(catmull(path, 4), CABLE, 16, "cable"), material)


def handle(ring=ACCENT):
    """Handle lying along +X on z=0; the cable leaves at x=0.138, AXIS above the floor."""
    grip, metal = plastic((0.022, 0.022, 0.024), 0.42), chrome((0.62, 0.62, 0.63), 0.22)
    waist = catmull(
        [(0.0126, 0.003, 0), (0.0121, 0.024, 0), (0.0128, 0.050, 0), (0.0130, 0.066, 0), (0.0117, 0.094, 0)],
        10,
    )
    profile = [(0, 0), (0.0112, 0, 0.002)] + [(r, z) for r, z, _ in waist]
    profile += [(0.0114, 0.110, 0.002), (0.0085, 0.114, 0.002), (0.0085, 0.117)]
    objs = [assign(lathe(fillet(profile, 8), 128, "handle", 60), grip)]
    for k in range(12):
        z = 0.030 + k * 0.0048
        swell = float(np.interp(z, waist[:, 1], waist[:, 0])) + 0.0011
        rib = lathe(
            fillet(
                [
                    (0.0100, z - 0.0016),
                    (swell, z - 0.0016, 0.0011),
                    (swell, z + 0.0016, 0.0011),
                    (0.0100, z + 0.0016),
                ],
                6,
            ),
            128,
        )
        objs.append(assign(rib, grip))
    band = lathe(
        fillet([(0.0100, -0.0045), (0.0124, -0.0045, 0.0008), (0.0124, 0.0045, 0.0008), (0.0100, 0.0045)], 5),
        128,
    )
    band.data.transform(Matrix.Translation((0, 0, 0.1020)))
    objs.append(assign(band, plastic(ring, 0.36)))
    ferrule = lathe(
        fillet(
            [
                (0.0080, 0.1135),
                (0.0080, 0.1245, 0.0015),
                (0.0048, 0.130, 0.001),
                (0.0036, 0.139, 0.001),
                (0.0020, 0.139),
            ],
            6,
        ),
        96,
    )
    objs.append(assign(ferrule, metal))
    for o in objs:
        o.data.transform(Matrix.Translation((0, 0, AXIS)) @ Matrix.Rotation(math.pi / 2, 4, "Y"))
    return objs


def skipping_rope(loops, handles, ring=ACCENT, per=14):
    """loops: (x, y, z) control points between the ferrules, dropped from their heights; handles: two (x, y, heading)."""
    ends = []
    for x, y, heading in handles:
        a = math.radians(heading)
        tip = lambda reach, z: (x + math.cos(a) * reach, y + math.sin(a) * reach, z)
        ends.append([tip(0.134, AXIS), tip(0.144, AXIS), tip(0.156, AXIS - 0.0008)])
    control = ends[0] + list(loops) + ends[1][::-1]
    smooth = catmull(control, per)
    along = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(smooth, axis=0), axis=1))])
    n = int(along[-1] / (CABLE * 1.7))
    even = np.stack([np.interp(np.linspace(0, along[-1], n), along, smooth[:, k]) for k in range(3)], 1)
    held = int(0.010 / (along[-1] / n)) + 1
    path = settle(even, pinned=[*range(held), *range(n - held, n)])
    objs = [cable(path, vinyl((0.020, 0.020, 0.021), 0.34))]
    for x, y, heading in handles:
        objs.append(group(handle(ring), (x, y, 0), (0, 0, heading)))
    return objs
