"""Framed sheet of paper with a blind-embossed border and a seal; nothing is written on it."""

from studio import *


def embossing(w, h, per_metre=9000):
    """Height map (0..1) of the border: two fillets, a guilloche band between them and quatrefoil corners."""
    nx, ny = int(w * per_metre), int(h * per_metre)
    X, Y = np.meshgrid((np.arange(nx) + 0.5) / nx * w, (np.arange(ny) + 0.5) / ny * h)
    edge = np.minimum(np.minimum(X, w - X), np.minimum(Y, h - Y))
    along = np.where(np.minimum(X, w - X) < np.minimum(Y, h - Y), Y - h / 2, X - w / 2)
    soft = lambda d, half: 1 / (1 + np.exp((np.abs(d) - half) / 0.00016))
    height = np.maximum(soft(edge - 0.0165, 0.0009), soft(edge - 0.0285, 0.0006))
    for phase in (0, math.pi):
        wave = 0.0225 + 0.0030 * np.sin(along * 2 * math.pi / 0.0128 + phase)
        height = np.maximum(height, 0.8 * soft(edge - wave, 0.0005))
    cx, cy = np.minimum(X, w - X) - 0.0225, np.minimum(Y, h - Y) - 0.0225
    r, turn = np.hypot(cx, cy), np.arctan2(cy, cx)
    inside = r < 0.0125
    petals = 0.0078 * (0.72 + 0.28 * np.abs(np.cos(2 * turn)))
    corner = np.maximum(soft(r - petals, 0.0006), soft(r, 0.0018))
    corner = np.maximum(corner, soft(r - 0.0112, 0.0007))
    return np.where(inside, corner, height).astype(np.float32)


def height_image(height):
    """Blender image holding a height map."""
    ny, nx = height.shape
    image = bpy.data.images.new("embossing", nx, ny, alpha=False, float_buffer=True)
    image.colorspace_settings.name = "Non-Color"
    rgba = np.ones((ny, nx, 4), np.float32)
    rgba[..., :3] = height[..., None]
    image.pixels.foreach_set(rgba.ravel())
    image.update()
    return image


def embossed_paper(w, h):
    """Heavy cotton paper, standing in XZ and facing -Y, centred."""
    o = mesh(
        "paper",
        [(-w / 2, 0, -h / 2), (w / 2, 0, -h / 2), (w / 2, 0, h / 2), (-w / 2, 0, h / 2)],
        [(0, 1, 2, 3)],
    )
    layer = o.data.uv_layers.new()
    for loop, uv in zip(layer.data, ((0, 0), (1, 0), (1, 1), (0, 1))):
        loop.uv = uv
    m = Mat("cotton paper", (0.86, 0.845, 0.81), 0.8, spec=0.2)
    relief = m.node("TexImage")
    relief.image, relief.interpolation = height_image(embossing(w, h)), "Cubic"
    m.inp(relief, 0, m.co(src="UV"))
    m.bump(m.noise(700, 4), 0.10, 0.0003)
    m.bump(relief.outputs[0], 1.0, 0.0011)
    return assign(o, m.m)


def seal(radius=0.021, color=ACCENT):
    """Scalloped foil seal facing -Y with struck rings and a star, centred on the origin."""
    foil = Mat("foil", color, 0.34, 0.35, spec=0.5)
    foil.bump(foil.noise(900, 2), 0.12, 0.0003)

    def fn(U, V):
        a, s = 2 * math.pi * U, 1 - V
        teeth = 1 + 0.035 * np.cos(40 * a) * np.clip((s - 0.86) / 0.10, 0, 1)
        r = radius * s * teeth
        ring = lambda at, half: np.exp(-(((s - at) / half) ** 4))
        rays = 0.5 + 0.5 * np.cos(80 * a)
        z = 0.0003 + 0.00045 * ring(0.80, 0.030) + 0.00035 * ring(0.52, 0.022)
        z = (
            z
            + 0.00030 * rays * np.clip(1 - np.abs(s - 0.66) / 0.09, 0, 1)
            - 0.0003 * np.clip((s - 0.96) / 0.04, 0, 1)
        )
        return r * np.cos(a), -z, r * np.sin(a)

    disc = assign(grid_mesh(fn, 960, 220, "seal"), foil.m)
    V = [(0, -0.0016, 0)]
    for k in range(10):
        a, r = math.pi / 2 + k * math.pi / 5, radius * (0.36 if k % 2 == 0 else 0.15)
        V.append((r * math.cos(a), -0.0002, r * math.sin(a)))
    star = mesh("star", V, [(0, 1 + k, 1 + (k + 1) % 10) for k in range(10)], smooth=False)
    return [disc, assign(star, foil.m)]


def frame(w, h, face=0.016, depth=0.022):
    """Graphite frame in XZ round an opening of w x h, front towards -Y, back at y=0."""
    section = fillet([(0, -0.006), (0, -depth, 0.0012), (face, -depth, 0.0012), (face, 0)], 5)
    finish = plastic((0.018, 0.018, 0.019), 0.38)
    loops = []
    for out, y in section:
        x, z = w / 2 + out, h / 2 + out
        loops.append([(-x, y, -z), (x, y, -z), (x, y, z), (-x, y, z)])
    return [assign(loft(loops, "frame", 25, cap=False), finish)]


def framed_certificate(w=0.210, h=0.297, margin=0.034):
    """Frame, passe-partout, paper and seal; bottom edge at z=0, facing -Y."""
    W, H = w + 2 * margin, h + 2 * margin
    board = Mat("board", (0.83, 0.825, 0.81), 0.85, spec=0.15)
    board.bump(board.noise(900, 3), 0.08, 0.0003)
    bevel = fillet([(0, -0.0062), (0.0016, -0.0080), (margin + 0.001, -0.0080)], 1)
    loops = []
    for out, y in bevel:
        x, z = w / 2 - 0.003 + out, h / 2 - 0.003 + out
        loops.append([(-x, y, -z), (x, y, -z), (x, y, z), (-x, y, z)])
    passepartout = assign(loft(loops, "board", 20, cap=False), board.m)
    paper = place(embossed_paper(w, h), (0, -0.0060, 0))
    stamp = seal()
    for o in stamp:
        o.data.transform(Matrix.Translation((0, -0.0060, -h / 2 + 0.066)))
    objs = frame(W, H) + [passepartout, paper] + stamp
    for o in objs:
        o.location.z += H / 2 + 0.016
    return objs
