"""Kettlebell: one cast shape (body, handle) with its weight embossed on the front."""

from studio import *


def kettlebell(R=0.1025, mat=None, label="24", band=None, ink=None, grip=0.0165):
    """Returns the objects, standing on z=0, weight facing -Y. R: body radius; band: colour of a ring on each horn."""
    zc = R - 0.0095  # body centre; base cut at z=0
    half = [
        (0.050, zc + 0.060),
        (0.0690, zc + 0.098),
        (0.0785, zc + 0.128),
        (0.0760, zc + 0.152),
        (0.0600, zc + 0.1690),
        (0.036, zc + 0.1735),
        (0.0, zc + 0.1740),
    ]
    pts = half + [(-x, z) for x, z in half[-2::-1]]
    C = catmull([(x, 0, z) for x, z in pts], 14)
    t = np.clip((C[:, 2] - (zc + 0.06)) / 0.105, 0, 1)
    rad = grip + 0.0058 * (1 - t) ** 1.3 - 0.0006 * np.exp(-(((C[:, 2] - (zc + 0.155)) / 0.012) ** 2))
    A0, B0 = C[:-1], C[1:]
    AB = B0 - A0
    L2 = (AB**2).sum(1)
    r0, r1 = rad[:-1], rad[1:]

    def f(p):
        out = np.empty(len(p))
        for i in range(0, len(p), 20000):
            q = p[i : i + 20000]
            # body: slightly squashed sphere
            b = np.sqrt(q[:, 0] ** 2 + q[:, 1] ** 2 + ((q[:, 2] - zc) * 1.02) ** 2) - R
            d = q[:, None, :] - A0[None]
            h = np.clip((d * AB).sum(-1) / L2, 0, 1)
            hd = (np.linalg.norm(d - h[..., None] * AB, axis=-1) - (r0 + (r1 - r0) * h)).min(1)
            k = 0.020
            hh = np.clip(0.5 + 0.5 * (hd - b) / k, 0, 1)
            u = hd * (1 - hh) + b * hh - k * hh * (1 - hh)
            base = -q[:, 2]
            k2 = 0.006
            h2 = np.clip(0.5 - 0.5 * (u - base) / k2, 0, 1)  # smooth intersection with z>=0
            out[i : i + 20000] = u * (1 - h2) + base * h2 + k2 * h2 * (1 - h2)
        return out

    bpy.ops.mesh.primitive_uv_sphere_add(segments=96, ring_count=64, radius=R * 1.0, location=(0, 0, zc))
    s0 = bpy.context.object
    bpy.ops.object.transform_apply(location=True)
    hnd = sweep(C, rad, 32)
    o = voxel([s0, hnd], 0.0021, "kb")
    sdf_project(o, f, 5)
    assign(o, mat or castiron())
    objs = [o]
    if band:
        paint = vinyl(band, 0.34)
        on_horn = (C[:, 2] > zc + 0.108) & (C[:, 2] < zc + 0.124)
        for side in (C[:, 0] > 0, C[:, 0] < 0):
            part = on_horn & side
            ring = sweep(C[part], rad[part] + 0.0007, 48)
            assign(ring, paint)
            objs.append(ring)
    # embossed weight on the front, wrapped on the sphere
    if label:

        def warp(c, z0=zc - 0.012):
            x, z = c.x, c.y + z0
            y = -math.sqrt(max(R * R - x * x - ((z - zc) * 1.02) ** 2, 1e-6))
            n = Vector((x, y, (z - zc))).normalized()
            return Vector((x, y, z)) + n * c.z

        tx = text_mesh(label, 0.074, 0.0011, 0.0005, warp=warp, cuts=4)
        assign(tx, ink or vinyl(INK_WHITE, 0.5))
        objs.append(tx)
        t2 = text_mesh("kg", 0.030, 0.0011, 0.0004, warp=lambda c: warp(c, zc - 0.053), cuts=4, spacing=1.15)
        assign(t2, tx.data.materials[0])
        objs.append(t2)
    return objs
