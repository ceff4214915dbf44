"""Mesh builders in real-world metres: lathe, loft, sweep, knurl, text, and casts snapped to a distance field."""

import math
import os

import bmesh
import bpy
import numpy as np
from mathutils import Matrix, Vector

FONTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fonts")
FONT = os.path.join(FONTS, "barlow-condensed-700.ttf")
HANDWRITING = os.path.join(FONTS, "caveat-400.ttf")


def mesh(name, V, F, smooth=True, angle=None):
    me = bpy.data.meshes.new(name)
    me.from_pydata([tuple(map(float, v)) for v in V], [], [tuple(map(int, f)) for f in F])
    me.update()
    if smooth:
        me.polygons.foreach_set("use_smooth", [True] * len(me.polygons))
    if angle:
        me.use_auto_smooth = True
        me.auto_smooth_angle = math.radians(angle)
    o = bpy.data.objects.new(name, me)
    bpy.context.scene.collection.objects.link(o)
    return o


def assign(o, m):
    o.data.materials.clear()
    o.data.materials.append(m)
    return o


def place(o, loc=(0, 0, 0), rot=(0, 0, 0), scale=None):
    o.location = loc
    o.rotation_euler = [math.radians(a) for a in rot]
    if scale:
        o.scale = (scale,) * 3 if isinstance(scale, (int, float)) else scale
    return o


def group(objs, loc=(0, 0, 0), rot=(0, 0, 0), name="grp"):
    e = bpy.data.objects.new(name, None)
    bpy.context.scene.collection.objects.link(e)
    for o in objs:
        o.parent = e
    return place(e, loc, rot)


def fillet(pts, seg=6):
    """pts: [(x,y[,r])...] open polyline; corners with r are replaced by arcs (quadratic-circular)."""
    out = []
    n = len(pts)
    for i, p in enumerate(pts):
        r = p[2] if len(p) > 2 else 0
        P = np.array(p[:2], float)
        if r <= 0 or i in (0, n - 1):
            out.append(tuple(P))
            continue
        A = np.array(pts[i - 1][:2], float) - P
        B = np.array(pts[i + 1][:2], float) - P
        la, lb = np.linalg.norm(A), np.linalg.norm(B)
        A /= la
        B /= lb
        cosv = np.clip(A @ B, -1, 1)
        half = math.acos(cosv) / 2
        if half > math.pi / 2 - 1e-3:
            out.append(tuple(P))
            continue
        t = min(r / math.tan(half), 0.49 * la, 0.49 * lb)
        rr = t * math.tan(half)
        C = P + (A + B) / np.linalg.norm(A + B) * (rr / math.sin(half))
        p0, p1 = P + A * t - C, P + B * t - C
        ang = math.acos(np.clip(p0 @ p1 / (rr * rr), -1, 1))
        for k in range(seg + 1):
            u = k / seg
            v = (math.sin((1 - u) * ang) * p0 + math.sin(u * ang) * p1) / math.sin(ang)
            out.append(tuple(C + v))
    return out


def lathe(profile, n=128, name="lathe", angle=40):
    """profile: [(r,z)...] revolved about Z. r==0 at the ends -> pole."""
    V, F, rings = [], [], []
    for r, z in profile:
        if r < 1e-7:
            rings.append([len(V)])
            V.append((0, 0, z))
        else:
            rings.append(list(range(len(V), len(V) + n)))
            V += [(r * math.cos(2 * math.pi * k / n), r * math.sin(2 * math.pi * k / n), z) for k in range(n)]
    for a, b in zip(rings, rings[1:]):
        for k in range(n):
            k2 = (k + 1) % n
            if len(a) == 1 and len(b) == 1:
                continue
            if len(a) == 1:
                F.append((a[0], b[k2], b[k]))
            elif len(b) == 1:
                F.append((a[k], a[k2], b[0]))
            else:
                F.append((a[k], a[k2], b[k2], b[k]))
    o = mesh(name, V, F, angle=angle)
    fixnormals(o)
    return o


def fixnormals(o):
    bm = bmesh.new()
    bm.from_mesh(o.data)
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    bm.to_mesh(o.data)
    bm.free()


def rounded_poly(n, apothem, rc, seg=6, rot=0.0):
    R = apothem / math.cos(math.pi / n)
    c = [(R * math.cos(rot + 2 * math.pi * k / n), R * math.sin(rot + 2 * math.pi * k / n)) for k in range(n)]
    out = []
    for k in range(n):
        seg3 = [c[k - 1], (*c[k], rc), c[(k + 1) % n]]
        out += fillet(seg3, seg)[1:-1]
    return out


def loft(sections, name="loft", angle=40, cap=True):
    """sections: list of [(x,y,z)...] loops with equal counts."""
    V, F = [], []
    n = len(sections[0])
    for s in sections:
        V += s
    for i in range(len(sections) - 1):
        for k in range(n):
            k2 = (k + 1) % n
            F.append((i * n + k, i * n + k2, (i + 1) * n + k2, (i + 1) * n + k))
    if cap:
        F.append(tuple(range(n)))
        F.append(tuple(range((len(sections) - 1) * n, len(sections) * n)))
    o = mesh(name, V, F, angle=angle)
    fixnormals(o)
    return o


def rbox(size, r=0.004, seg=4, name="box"):
    bm = bmesh.new()
    bmesh.ops.create_cube(bm, size=1)
    for v in bm.verts:
        v.co = Vector((v.co.x * size[0], v.co.y * size[1], v.co.z * size[2]))
    bmesh.ops.bevel(bm, geom=bm.edges[:] + bm.verts[:], offset=r, segments=seg, profile=0.5, affect="EDGES")
    me = bpy.data.meshes.new(name)
    bm.to_mesh(me)
    bm.free()
    me.polygons.foreach_set("use_smooth", [True] * len(me.polygons))
    me.use_auto_smooth = True
    me.auto_smooth_angle = math.radians(40)
    o = bpy.data.objects.new(name, me)
    bpy.context.scene.collection.objects.link(o)
    return o


def rrect(w, h, r, seg=8):
    c = [(w / 2, h / 2), (-w / 2, h / 2), (-w / 2, -h / 2), (w / 2, -h / 2)]
    out = []
    for k in range(4):
        out += fillet([c[k - 1], (*c[k], r), c[(k + 1) % 4]], seg)[1:-1]
    return out


def slab(w, h, t, r=0.01, edge=0.001, name="slab"):
    """rounded-corner sheet lying in XY, z from 0 to t, with rounded edges."""
    e = min(edge, t * 0.49)
    secs = []
    prof = (
        [(e, 0)]
        + [(e * (1 - math.sin(a)), e * (1 - math.cos(a))) for a in np.linspace(0.3, math.pi / 2, 4)]
        + [(e * (1 - math.cos(a)), t - e + e * math.sin(a)) for a in np.linspace(0, math.pi / 2, 5)]
    )
    for ins, z in prof:
        secs.append([(x, y, z) for x, y in rrect(w - 2 * ins, h - 2 * ins, max(r - ins, 1e-4))])
    return loft(secs, name)


def sweep(pts, radii, n=24, name="sweep", closed=False, cap=True):
    """tube along pts (Nx3) with parallel-transport frames; radii scalar or list."""
    P = np.array(pts, float)
    N = len(P)
    R = np.full(N, radii) if np.isscalar(radii) else np.array(radii, float)
    T = np.gradient(P, axis=0)
    if closed:
        T = np.roll(P, -1, 0) - np.roll(P, 1, 0)
    T /= np.linalg.norm(T, axis=1)[:, None]
    u = np.cross(T[0], [0, 0, 1.0])
    if np.linalg.norm(u) < 1e-3:
        u = np.cross(T[0], [0, 1.0, 0])
    u /= np.linalg.norm(u)
    secs = []
    for i in range(N):
        u = u - T[i] * (u @ T[i])
        u /= np.linalg.norm(u)
        v = np.cross(T[i], u)
        secs.append(
            [
                tuple(P[i] + R[i] * (math.cos(a) * u + math.sin(a) * v))
                for a in np.linspace(0, 2 * math.pi, n, endpoint=False)
            ]
        )
    if closed:
        secs.append(secs[0])
        cap = False
    return loft(secs, name, cap=cap)


def strip(path, width, thick, step=1.0, name="strip"):
    """Flat band along a path in the YZ plane, its width along X; UV v counts steps of the given length."""
    P = np.array(path, float)
    T = np.gradient(P, axis=0)
    T /= np.linalg.norm(T, axis=1)[:, None]
    N = np.cross(T, [1.0, 0, 0])
    V, F = [], []
    outline = [(x, y) for x, y in rrect(width, thick, thick * 0.45, 3)]
    n = len(outline)
    length = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(P, axis=0), axis=1))])
    for p, normal in zip(P, N):
        V += [tuple(p + np.array([x, 0, 0]) + normal * y) for x, y in outline]
    for i in range(len(P) - 1):
        for k in range(n):
            k2 = (k + 1) % n
            F.append((i * n + k, i * n + k2, (i + 1) * n + k2, (i + 1) * n + k))
    F += [tuple(range(n)), tuple(range(len(V) - n, len(V)))]
    o = mesh(name, V, F, angle=50)
    layer = o.data.uv_layers.new()
    for loop, data in zip(o.data.loops, layer.data):
        i, k = divmod(loop.vertex_index, n)
        data.uv = (outline[k][0] / width + 0.5, length[i] / step)
    fixnormals(o)
    return o


def catmull(pts, per=16, closed=False):
    P = np.array(pts, float)
    n = len(P)
    out = []
    rng = range(n) if closed else range(n - 1)
    for i in rng:
        g = (lambda j: P[j % n]) if closed else (lambda j: P[min(max(j, 0), n - 1)])
        p0, p1, p2, p3 = g(i - 1), g(i), g(i + 1), g(i + 2)
        for k in range(per):
            t = k / per
            out.append(
                0.5
                * (
                    (2 * p1)
                    + (-p0 + p2) * t
                    + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t * t
                    + (-p0 + 3 * p1 - 3 * p2 + p3) * t**3
                )
            )
    if not closed:
        out.append(P[-1])
    return np.array(out)


def grid_mesh(fn, nu, nv, name="grid", wrapu=True, angle=None):
    """dense parametric surface: fn(U,V)->xyz arrays; fast numpy path for real knurl geometry."""
    u = np.linspace(0, 1, nu, endpoint=not wrapu)
    v = np.linspace(0, 1, nv)
    U, W = np.meshgrid(u, v, indexing="ij")
    X, Y, Z = fn(U, W)
    co = np.stack([X, Y, Z], -1).reshape(-1, 3).astype(np.float32)
    i = np.arange(nu if wrapu else nu - 1)
    j = np.arange(nv - 1)
    I, J = np.meshgrid(i, j, indexing="ij")
    I2 = (I + 1) % nu
    q = (
        np.stack([I * nv + J, I2 * nv + J, I2 * nv + J + 1, I * nv + J + 1], -1)
        .reshape(-1, 4)
        .astype(np.int32)
    )
    me = bpy.data.meshes.new(name)
    me.vertices.add(len(co))
    me.vertices.foreach_set("co", co.ravel())
    me.loops.add(q.size)
    me.loops.foreach_set("vertex_index", q.ravel())
    me.polygons.add(len(q))
    me.polygons.foreach_set("loop_start", np.arange(0, q.size, 4, dtype=np.int32))
    me.polygons.foreach_set("loop_total", np.full(len(q), 4, np.int32))
    me.polygons.foreach_set("use_smooth", np.ones(len(q), bool))
    me.update(calc_edges=True)
    me.validate()
    if angle:
        me.use_auto_smooth = True
        me.auto_smooth_angle = math.radians(angle)
    o = bpy.data.objects.new(name, me)
    bpy.context.scene.collection.objects.link(o)
    return o


def knurl_rod(length, radius_fn, knurl_fn, pitch=0.0015, depth=0.00035, res=7, name="knurl"):
    """rod along X with true diamond-knurl geometry. radius_fn(x), knurl_fn(x) in 0..1 with x in [-L/2,L/2]."""
    r0 = float(radius_fn(np.array([0.0]))[0])
    starts = int(round(2 * math.pi * r0 / pitch))
    nu = starts * res
    nv = int(length / pitch * res)

    def fn(U, V):
        x = (V - 0.5) * length
        a = 2 * math.pi * U
        k = 2 * math.pi * x / pitch
        tri = lambda t: np.abs(((t / (2 * math.pi)) % 1) * 2 - 1)
        g = np.minimum(tri(starts * a / 1.0 + k), tri(starts * a / 1.0 - k))  # V-grooves, both hands
        prof = np.clip(g * 2.4, 0, 1)  # flat-topped diamonds
        r = radius_fn(x) - depth * (1 - prof) * knurl_fn(x)
        fn.groove = (1 - prof) * knurl_fn(x)
        return x, r * np.cos(a), r * np.sin(a)

    o = grid_mesh(fn, nu, nv, name)
    at = o.data.attributes.new("groove", "FLOAT", "POINT")
    if len(at.data) == fn.groove.size:
        at.data.foreach_set("value", fn.groove.astype(np.float32).ravel())
    return o


def text_mesh(
    s, size=0.05, extrude=0.001, bevel=0.0004, font=FONT, warp=None, cuts=0, spacing=1.0, name="txt"
):
    """text in XY plane, centred; optional warp(co)->co after subdividing (to wrap on curved bodies)."""
    cu = bpy.data.curves.new(name, "FONT")
    cu.body = s
    cu.size = size
    cu.extrude = extrude
    cu.bevel_depth = bevel
    cu.bevel_resolution = 2
    cu.align_x = "CENTER"
    cu.align_y = "CENTER"
    cu.space_character = spacing
    if font and os.path.exists(font):
        cu.font = bpy.data.fonts.load(font, check_existing=True)
    o = bpy.data.objects.new(name, cu)
    bpy.context.scene.collection.objects.link(o)
    dg = bpy.context.evaluated_depsgraph_get()
    me = bpy.data.meshes.new_from_object(o.evaluated_get(dg))
    bpy.data.objects.remove(o)
    if warp:
        bm = bmesh.new()
        bm.from_mesh(me)
        bmesh.ops.triangulate(bm, faces=bm.faces)
        for _ in range(cuts):
            L = [e for e in bm.edges if e.calc_length() > size * 0.06]
            bmesh.ops.subdivide_edges(bm, edges=L, cuts=1)
            bmesh.ops.triangulate(bm, faces=[f for f in bm.faces if len(f.verts) > 4])
        for v in bm.verts:
            v.co = Vector(warp(v.co))
        bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
        bm.to_mesh(me)
        bm.free()
    me.use_auto_smooth = True
    me.auto_smooth_angle = math.radians(35)
    me.polygons.foreach_set("use_smooth", [True] * len(me.polygons))
    o = bpy.data.objects.new(name, me)
    bpy.context.scene.collection.objects.link(o)
    return o


def sdf_project(o, f, iters=4, eps=5e-5):
    """snap every vertex to the zero set of f(Nx3)->N. Voxel-remesh gives topology, this gives perfect smooth surfaces."""
    me = o.data
    n = len(me.vertices)
    co = np.empty(n * 3, np.float32)
    me.vertices.foreach_get("co", co)
    p = co.reshape(-1, 3).astype(float)
    for _ in range(iters):
        d = f(p)
        g = np.stack([f(p + np.eye(3)[k] * eps) - d for k in range(3)], -1) / eps
        p -= (d / np.maximum((g**2).sum(-1), 0.2))[:, None] * g
    me.vertices.foreach_set("co", p.astype(np.float32).ravel())
    me.update()
    return o


def voxel(objs, size=0.002, name="vox"):
    """join + voxel remesh -> one watertight object"""
    bpy.ops.object.select_all(action="DESELECT")
    for o in objs:
        o.select_set(True)
    bpy.context.view_layer.objects.active = objs[0]
    bpy.ops.object.join()
    o = bpy.context.view_layer.objects.active
    m = o.modifiers.new("v", "REMESH")
    m.mode = "VOXEL"
    m.voxel_size = size
    m.use_smooth_shade = True
    bpy.ops.object.modifier_apply(modifier="v")
    o.name = name
    return o
