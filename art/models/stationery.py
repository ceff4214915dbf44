"""Pad with a printed page, closed notebook and pencil."""

import os
import subprocess
import tempfile

from studio import *

PAGE_DRAWER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "notebook_page.py")


def plan_page():
    """Path of a freshly drawn training-plan page (drawn in a process of its own)."""
    path = os.path.join(tempfile.mkdtemp(), "page.png")
    subprocess.run(["/usr/bin/python3", PAGE_DRAWER, path], check=True)
    return path


def page(w, h, lift=0.004):
    """Sheet of paper with UVs whose lower right corner rises a little."""
    nx, ny = 32, 44
    V, F, UV = [], [], []
    for i in range(nx):
        for j in range(ny):
            u, v = i / (nx - 1), j / (ny - 1)
            corner = max(0, (u - 0.45) / 0.55) ** 2 * max(0, (0.5 - v) / 0.5) ** 1.5
            z = lift * corner + 0.0005 * math.sin(3 * u) * (1 - v)
            V.append(((u - 0.5) * w, (v - 0.5) * h, z))
            UV.append((u, v))
    for i in range(nx - 1):
        for j in range(ny - 1):
            F.append((i * ny + j, (i + 1) * ny + j, (i + 1) * ny + j + 1, i * ny + j + 1))
    o = mesh("page", V, F)
    layer = o.data.uv_layers.new()
    for loop in o.data.loops:
        layer.data[loop.index].uv = UV[loop.vertex_index]
    return o


def paper_block(w, h, thickness):
    """Stack of sheets: the edges show fine lines."""
    o = slab(w, h, thickness, 0.003, 0.0003)
    m = Mat("paperblock", (0.84, 0.82, 0.77), 0.8)
    layers = m.node("TexWave")
    layers.bands_direction = "Z"
    layers.inputs["Scale"].default_value = 900
    m.inp(layers, "Vector", m.co())
    m.bump(layers.outputs["Fac"], 0.5, 0.0004)
    return assign(o, m.m)


def notebook(image=None, w=0.148, h=0.210, lift=0.004):
    """A5 wire-bound pad lying open at one page; bottom at z=0, wire at +Y."""
    cover = assign(slab(w + 0.004, h + 0.004, 0.0016, 0.005, 0.0006), vinyl((0.03, 0.032, 0.035), 0.45))
    block = place(paper_block(w, h, 0.0072), (0, 0, 0.0016))
    sheet = place(page(w - 0.0006, h - 0.0006, lift), (0, 0, 0.0091))
    assign(sheet, imgmat(image) if image else Mat("paper", (0.88, 0.87, 0.83), 0.75, spec=0.2).m)
    objs = [cover, block, sheet]
    wire, hole = chrome((0.05, 0.05, 0.05), 0.3), Mat("hole", (0.02, 0.02, 0.02)).m
    turn = np.linspace(-0.15, 1.25, 22) * math.pi
    for k in range(24):
        x = (k - 11.5) * 0.0057
        for dx in (0, 0.0016):
            pts = [
                (x + dx, h / 2 - 0.002 + 0.00675 * math.cos(a), 0.0060 + 0.0068 * math.sin(a)) for a in turn
            ]
            objs.append(assign(sweep(pts, 0.00052, 8), wire))
        punched = assign(lathe([(0, 0), (0.0019, 0)], 24), hole)
        objs.append(place(punched, (x + 0.0008, h / 2 - 0.0066, 0.0097)))
    return objs


def closed_notebook(w=0.148, h=0.210, thickness=0.0144, band=GRAPHITE):
    """Hard-cover notebook held by an elastic band, lying on its back, spine at -X; the band carries it at z=0."""
    cover = vinyl((0.028, 0.029, 0.031), 0.5, grain=900, strength=0.3)
    lift, board = 0.0011, 0.0022
    back = place(assign(slab(w, h, board, 0.006, 0.0007), cover), (0, 0, lift))
    block = place(paper_block(w - 0.006, h - 0.006, thickness - 2 * board), (-0.0005, 0, lift + board))
    front = place(assign(slab(w, h, board, 0.006, 0.0007), cover), (0, 0, lift + thickness - board))
    turn = np.linspace(math.pi / 2, 3 * math.pi / 2, 14)
    outline = [(0.0045 * math.cos(t) - 0.001, thickness / 2 * math.sin(t)) for t in turn]
    outline += [(0.002, -thickness / 2), (0.002, thickness / 2)]
    ends = (-h / 2 + 0.0004, h / 2 - 0.0004)
    spine = loft([[(-w / 2 + 0.004 + x, y, thickness / 2 + lift + z) for x, z in outline] for y in ends])
    assign(spine, cover)
    inner = rrect(h + 0.0004, thickness + 0.0004, 0.0010)
    outer = rrect(h + 0.0022, thickness + 0.0022, 0.0018)
    x0, x1 = w / 2 - 0.022, w / 2 - 0.016
    ring = [
        [(x, y, thickness / 2 + lift + z) for y, z in curve]
        for x, curve in ((x0, inner), (x0, outer), (x1, outer), (x1, inner), (x0, inner))
    ]
    elastic = Mat("elastic", band, 0.75, spec=0.25)
    elastic.bump(elastic.noise(2200, 2), 0.4, 0.0003)
    return [back, block, front, spine, assign(loft(ring, "elastic", cap=False), elastic.m)]


def pencil(color=ACCENT, length=0.165):
    """Sharpened hexagonal pencil along +X with its axis at z=0 (rest it at 0.0035)."""
    body = assign(
        loft([[(x, *p) for p in rounded_poly(6, 0.0035, 0.0008, 3)] for x in (0, length)]),
        plastic(color, 0.3),
    )
    along = Matrix.Translation((length, 0, 0)) @ Matrix.Rotation(math.pi / 2, 4, "Y")
    tip = lathe(fillet([(0.00385, 0), (0.0012, 0.017), (0.0009, 0.0185), (0, 0.0215)], 3), 48)
    lead = lathe([(0.00125, 0.0168), (0.0009, 0.0187), (0, 0.0218)], 24)
    for o in (tip, lead):
        o.data.transform(along)
    wood = Mat("cedar", (0.62, 0.42, 0.25), 0.6)
    wood.bump(wood.noise(700, 3), 0.3, 0.0003)
    assign(tip, wood.m)
    assign(lead, Mat("lead", (0.03, 0.03, 0.03), 0.3).m)
    cap = lathe(fillet([(0.0042, 0), (0.0042, 0.010, 0.001), (0.0038, 0.0125, 0.001), (0, 0.0128)], 4), 48)
    cap.data.transform(Matrix.Rotation(-math.pi / 2, 4, "Y") @ Matrix.Translation((0, 0, -0.004)))
    assign(cap, chrome((0.55, 0.55, 0.56), 0.25))
    return [body, tip, lead, cap]
