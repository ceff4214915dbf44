"""Lifter built from smooth-union distance fields. Good enough far out of focus, never as the subject."""

from studio import *


def smin(a, b, k):
    h = np.clip(0.5 + 0.5 * (b - a) / k, 0, 1)
    return b * (1 - h) + a * h - k * h * (1 - h)


class Body:
    def __init__(s):
        s.p = []

    def cone(s, a, b, ra, rb, k=0.03, mir=True):
        for sg in ((1, -1) if mir else (1,)):
            s.p.append(("c", np.array([a[0] * sg, *a[1:]]), np.array([b[0] * sg, *b[1:]]), ra, rb, k))

    def ell(s, c, r, k=0.03, mir=True, rot=0):
        for sg in ((1, -1) if mir else (1,)):
            s.p.append(("e", np.array([c[0] * sg, *c[1:]]), np.array(r), rot * sg, 0, k))

    def f(s, q):
        d = None
        for t, a, b, ra, rb, k in s.p:
            if t == "c":
                ab = b - a
                h = np.clip(((q - a) @ ab) / (ab @ ab), 0, 1)
                e = np.linalg.norm(q - a - h[:, None] * ab, axis=1) - (ra + (rb - ra) * h)
            else:
                v = q - a
                c, sn = math.cos(ra), math.sin(ra)
                v = np.stack([c * v[:, 0] + sn * v[:, 2], v[:, 1], -sn * v[:, 0] + c * v[:, 2]], 1)
                k0 = np.linalg.norm(v / b, axis=1)
                k1 = np.linalg.norm(v / (b * b), axis=1)
                e = k0 * (k0 - 1) / np.maximum(k1, 1e-6)
            d = e if d is None else smin(d, e, k)
        return d

    def mesh(s, vox=0.007):
        objs = []
        for t, a, b, ra, rb, k in s.p:
            if t == "c":
                L = np.linspace(0, 1, 8)[:, None]
                P = a + (b - a) * L
                objs.append(sweep(P, list(ra + (rb - ra) * L[:, 0]), 20))
                for c, r in ((a, ra), (b, rb)):
                    bpy.ops.mesh.primitive_uv_sphere_add(
                        segments=20, ring_count=12, radius=r, location=tuple(c)
                    )
                    bpy.ops.object.transform_apply(location=True)
                    objs.append(bpy.context.object)
            else:
                bpy.ops.mesh.primitive_uv_sphere_add(segments=28, ring_count=18, radius=1, location=tuple(a))
                o = bpy.context.object
                o.scale = tuple(b)
                o.rotation_euler = (0, ra, 0)
                bpy.ops.object.transform_apply(location=True, rotation=True, scale=True)
                objs.append(o)
        o = voxel(objs, vox, "body")
        sdf_project(o, s.f, 6, 2e-4)
        return o


def athlete(pose):
    """pose: stand (bar at the hips), squat (bar on the back) or press (overhead). Faces -Y.
    Returns the objects and the place of the right hand, where the bar goes."""
    b = Body()
    up = pose == "press"
    sh = 0.03 if up else 0
    b.ell((0, -0.012, 1.70), (0.074, 0.096, 0.112), 0.02, False)
    b.ell((0, -0.045, 1.635), (0.052, 0.062, 0.058), 0.03, False)
    b.cone((0, 0.012, 1.62), (0, 0.02, 1.49), 0.054, 0.064, 0.03, False)
    b.cone((0.02, 0.025, 1.535), (0.145, 0.02, 1.475 + sh), 0.046, 0.052, 0.05)
    b.ell((0, 0.0, 1.33), (0.158, 0.112, 0.175), 0.04, False)
    b.cone((0.115, 0.02, 1.385), (0.085, 0.01, 1.12), 0.078, 0.062, 0.05)
    b.ell((0.075, -0.062, 1.375), (0.085, 0.055, 0.068), 0.03)
    b.ell((0, 0, 1.09), (0.132, 0.098, 0.13), 0.05, False)
    b.ell((0, 0.005, 0.955), (0.160, 0.112, 0.105), 0.05, False)
    b.ell((0.075, 0.06, 0.91), (0.088, 0.085, 0.095), 0.04)
    b.cone((0.098, 0, 0.90), (0.140, -0.012, 0.515), 0.098, 0.058, 0.04)
    b.ell((0.125, -0.03, 0.73), (0.075, 0.078, 0.16), 0.03, rot=-0.09)
    b.ell((0.118, 0.035, 0.70), (0.062, 0.062, 0.15), 0.03)
    b.cone((0.140, -0.008, 0.50), (0.155, 0.022, 0.09), 0.058, 0.037, 0.03)
    b.ell((0.151, 0.034, 0.355), (0.062, 0.064, 0.115), 0.03)
    b.ell((0.140, -0.02, 0.505), (0.052, 0.055, 0.055), 0.03)
    b.cone((0.155, 0.055, 0.042), (0.185, -0.150, 0.034), 0.042, 0.036, 0.03)
    b.cone((0.155, 0.03, 0.09), (0.16, 0.0, 0.05), 0.040, 0.045, 0.03)
    if up:
        S0, E, Wr = (0.192, 0.005, 1.520), (0.330, -0.01, 1.765), (0.405, 0.01, 2.000)
    elif pose == "squat":
        S0, E, Wr = (0.205, 0.015, 1.455), (0.335, 0.140, 1.210), (0.395, 0.130, 1.420)
    else:
        S0, E, Wr = (0.205, 0.010, 1.455), (0.255, 0.020, 1.165), (0.262, -0.055, 0.925)
    b.ell(S0, (0.064, 0.064, 0.068), 0.055)
    b.cone(S0, E, 0.058, 0.043, 0.05)
    if up:  # lats + traps follow the raised arm: this is what stops it looking like a doll
        b.cone((0.135, 0.025, 1.36), (0.205, 0.01, 1.53), 0.060, 0.040, 0.06)
        b.cone((0.06, 0.03, 1.56), (0.175, 0.015, 1.575), 0.040, 0.046, 0.05)
    m = lambda t, p, q: tuple(np.array(p) + (np.array(q) - np.array(p)) * t)
    # arms as chains of round cones (no ellipsoids: rotated ellipsoids made lumps)
    ch = [(0, 0.058), (0.35, 0.060), (0.62, 0.054), (1, 0.041)]
    for (t0, r0), (t1, r1) in zip(ch, ch[1:]):
        b.cone(m(t0, S0, E), m(t1, S0, E), r0, r1, 0.05)
    ch = [(0, 0.041), (0.22, 0.0455), (0.5, 0.040), (1, 0.0275)]
    for (t0, r0), (t1, r1) in zip(ch, ch[1:]):
        b.cone(m(t0, E, Wr), m(t1, E, Wr), r0, r1, 0.04)
    d = np.array(Wr) - np.array(E)
    d /= np.linalg.norm(d)
    H = np.array(Wr) + d * 0.075
    b.cone(Wr, tuple(np.array(Wr) + d * 0.045), 0.027, 0.036, 0.03)
    for i in range(4):  # fingers closed round the bar
        cx = H[0] - 0.030 + 0.0205 * i
        r = 0.0118 - 0.0006 * abs(i - 1)
        ring = [
            (cx, H[1] + 0.024 * math.cos(t), H[2] + 0.024 * math.sin(t)) for t in np.linspace(-2.6, 1.9, 6)
        ]
        for p, q in zip(ring, ring[1:]):
            b.cone(p, q, r, r, 0.006)
    b.cone(
        (H[0] - 0.045, H[1] + 0.01, H[2] - 0.03),
        (H[0] - 0.02, H[1] + 0.028, H[2] + 0.004),
        0.013,
        0.011,
        0.01,
    )
    for sg in (1,):
        b.ell((0.074, 0.005, 1.695), (0.010, 0.020, 0.030), 0.008)  # ears
    o = b.mesh(0.006)
    skin = Mat("skin", (0.30, 0.17, 0.11), 0.42, spec=0.45, Subsurface=0.0)
    skin.bump(skin.noise(180, 4), 0.15, 0.001)
    assign(o, skin.m)
    # shorts: own loose mesh
    s = Body()
    s.ell((0, 0.005, 0.965), (0.170, 0.122, 0.11), 0.04, False)
    s.ell((0.075, 0.06, 0.915), (0.096, 0.094, 0.10), 0.04)
    s.cone((0.100, 0.0, 0.90), (0.140, -0.005, 0.66), 0.108, 0.116, 0.05)
    sf0 = s.f
    s.f = lambda q: np.maximum(
        sf0(q), 0.60 + 0.02 * np.sin(np.arctan2(q[:, 1], np.abs(q[:, 0]) - 0.13) * 3) - q[:, 2]
    )
    so = s.mesh(0.008)
    assign(so, fabric((0.02, 0.02, 0.022), 700))
    out = [o, so]
    if not up:
        t = Body()
        t.ell((0, 0.0, 1.33), (0.178, 0.130, 0.185), 0.04, False)
        t.cone((0.115, 0.02, 1.385), (0.095, 0.01, 1.12), 0.094, 0.082, 0.05)
        t.ell((0.075, -0.062, 1.375), (0.098, 0.066, 0.078), 0.03)
        t.ell((0, 0, 1.07), (0.158, 0.122, 0.17), 0.05, False)
        t.cone((0.03, 0.02, 1.52), (0.16, 0.015, 1.47), 0.062, 0.07, 0.05)
        t.ell(S0, (0.080, 0.080, 0.082), 0.05)
        t.cone(S0, m(0.55, S0, E), 0.074, 0.078, 0.05)
        f0 = t.f
        nd = np.array(E) - np.array(S0)
        nd /= np.linalg.norm(nd)

        def cut(q):
            a = np.stack([np.abs(q[:, 0]), q[:, 1], q[:, 2]], 1)
            sl = (a - np.array(m(0.52, S0, E))) @ nd
            sl = np.where(a[:, 0] > 0.19, sl, -1)
            return np.maximum(
                np.maximum(f0(q), 0.945 + 0.012 * np.sin(np.arctan2(q[:, 1], q[:, 0]) * 5) - q[:, 2]), sl
            )

        t.f = cut
        to = t.mesh(0.008)
        assign(to, fabric((0.055, 0.058, 0.062), 600))
        out.append(to)
        s2 = Body()
        s2.cone((0.155, 0.060, 0.050), (0.185, -0.150, 0.040), 0.052, 0.046, 0.03)
        s2.cone((0.155, 0.03, 0.10), (0.165, -0.02, 0.06), 0.050, 0.054, 0.03)
        g0 = s2.f
        s2.f = lambda q: np.maximum(np.maximum(g0(q), 0.004 - q[:, 2]), q[:, 2] - 0.125)
        so2 = s2.mesh(0.006)
        assign(so2, fabric((0.02, 0.02, 0.022), 500))
        out.append(so2)
        s3 = Body()
        s3.cone((0.155, 0.062, 0.014), (0.186, -0.155, 0.014), 0.056, 0.050, 0.03)
        k0 = s3.f
        s3.f = lambda q: np.maximum(np.maximum(k0(q), -q[:, 2]), q[:, 2] - 0.026)
        so3 = s3.mesh(0.005)
        assign(so3, plastic((0.75, 0.74, 0.72), 0.5))
        out.append(so3)
        s4 = Body()
        s4.cone((0.152, 0.026, 0.19), (0.156, 0.024, 0.10), 0.046, 0.042, 0.02)
        so4 = s4.mesh(0.006)
        assign(so4, fabric((0.70, 0.69, 0.67), 500))
        out.append(so4)
    return out, tuple(H)
