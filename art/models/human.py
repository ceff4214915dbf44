"""A person: MakeHuman's base mesh (CC0) in one fixed shape, posed by turning bones, with short hair and plain clothes.

Convincing from behind, in lost profile or out of focus. Faces -Y, stands on z=0, 1.76 m tall.
"""

from studio import *

SKIN, HAIR = (0.50, 0.27, 0.18), (0.022, 0.015, 0.011)
BODY, TIGHTS, SCALP, EYES = 0, 1, 2, (3, 4)


class Skeleton:
    """Rest pose and weights; `pose` turns bones about world axes, each in the frame of its parent."""

    def __init__(self):
        z = np.load(os.path.join(os.path.dirname(os.path.abspath(__file__)), "human.npz"))
        self.rest = z["points"] / 1e4
        self.quads, self.group = z["quads"].astype(int), z["group"]
        self.bones = [str(b) for b in z["bones"]]
        self.parent, self.joint, self.tail = z["parent"], z["joint"] / 1e4, z["tail"] / 1e4
        self.influence = z["influence"].astype(int)
        weight = z["weight"].astype(float)
        self.weight = weight / weight.sum(1, keepdims=True)
        self.chief = np.array(self.bones)[self.influence[:, 0]]

    def pose(self, turns):
        """turns: {bone: [(axis, degrees), ...]}; a name without .L or .R turns both sides, mirrored."""
        both = {}
        for bone, steps in turns.items():
            if bone in self.bones:
                both[bone] = steps
            else:
                both[bone + ".L"] = steps
                both[bone + ".R"] = [(axis, a if axis == "X" else -a) for axis, a in steps]
        frames = []
        for i, bone in enumerate(self.bones):
            turn = Matrix.Identity(4)
            for axis, degrees in both.get(bone, ()):
                turn = Matrix.Rotation(math.radians(degrees), 4, axis) @ turn
            at = Matrix.Translation(self.joint[i])
            local = at @ turn @ at.inverted()
            frames.append(frames[self.parent[i]] @ local if self.parent[i] >= 0 else local)
        self.frames = np.array([[list(row) for row in f] for f in frames])
        homogeneous = np.c_[self.rest, np.ones(len(self.rest))]
        points = np.zeros_like(self.rest)
        for k in range(self.influence.shape[1]):
            m = self.frames[self.influence[:, k], :3]
            points += self.weight[:, k : k + 1] * np.einsum("vij,vj->vi", m, homogeneous)
        self.points = points

    def where(self, bone, end="joint"):
        i = self.bones.index(bone)
        return tuple(self.frames[i, :3] @ np.append(getattr(self, end)[i], 1))

    def surface(self, name, faces):
        used, index = np.unique(self.quads[faces], return_inverse=True)
        quads = index.reshape(-1, 4)
        o = mesh(name, self.points[used], [q if q[3] != q[0] else q[:3] for q in quads])
        return o, used


def smooth(o, levels=2):
    m = o.modifiers.new("round", "SUBSURF")
    m.levels = m.render_levels = levels


def skin_material():
    m = Mat("skin", SKIN, 0.46, spec=0.4)
    scalp = m.node("Attribute")
    scalp.attribute_name = "scalp"
    m.set("Base Color", m.mix(scalp.outputs["Fac"], SKIN, HAIR))
    m.set("Subsurface", m.rng(scalp.outputs["Fac"], 0, 1, 0.08, 0))
    m.set("Subsurface Radius", (0.012, 0.005, 0.003))
    m.set("Subsurface Color", (0.6, 0.2, 0.12, 1))
    m.set("Roughness", m.rng(m.noise(40, 4), 0.3, 0.7, 0.40, 0.55))
    m.bump(m.noise(420, 3), 0.12, 0.0006)
    return m.m


def hair(o, used, sk, length=0.012, count=24000):
    """Short hair on the skull: longer on top, shaved towards the neck and the temples."""
    p = sk.rest[used]
    head = sk.joint[sk.bones.index("head")]
    x, y, z = (p - (0, 0, 0)).T
    top = sk.rest[:, 2].max()
    eye = sk.rest[sk.quads[sk.group == EYES[0]]].reshape(-1, 3).mean(0)
    # hairline: at the forehead 6 cm over the eyes, at the ears level with the eyes, at the nape 6 cm below them
    front, back = eye[1], p[(z > eye[2] - 0.03)][:, 1].max()
    t = np.clip((y - front) / (back - front), 0, 1)
    line = eye[2] + np.interp(t, [0, 0.12, 0.30, 0.45, 0.55, 0.72, 0.85, 1.0], [0.062, 0.062, 0.045, 0.012, 0.005, -0.018, -0.060, -0.066])
    above = np.clip((z - line) / 0.012, 0, 1)
    above[np.abs(x) > 0.0815] = 0  # ears
    grow = o.vertex_groups.new(name="hair")
    long = o.vertex_groups.new(name="length")
    fade = np.clip((z - line) / 0.085, 0, 1) ** 0.8
    shade = o.data.attributes.new("scalp", "FLOAT", "POINT")
    shade.data.foreach_set("value", above * (0.55 + 0.45 * fade))
    for i, (a, f) in enumerate(zip(above, fade)):
        if a > 0:
            grow.add([i], float(a), "REPLACE")
            long.add([i], float(0.18 + 0.82 * f), "REPLACE")
    o.modifiers.new("hair", "PARTICLE_SYSTEM")
    ps = o.particle_systems[-1]
    ps.vertex_group_density, ps.vertex_group_length = "hair", "length"
    s = ps.settings
    s.type, s.count, s.hair_length, s.hair_step = "HAIR", count, length, 3
    s.use_advanced_hair = s.use_modifier_stack = True
    s.emit_from, s.use_even_distribution, s.distribution = "FACE", True, "RAND"
    s.normal_factor, s.factor_random = length * 0.22, length * 0.12
    s.object_align_factor = (0, length * 0.05, -length * 0.12)
    s.root_radius, s.tip_radius, s.radius_scale = 0.09, 0.03, 0.001
    s.display_step = s.render_step = 3
    m = Mat("hair", HAIR, 0.4, spec=0.4)
    o.data.materials.append(m.m)
    s.material = len(o.data.materials)
    return o


ARM = ("upperarm", "lowerarm", "wrist", "finger", "metacarpal")
BELOW_ELBOW = ARM[1:]


def belong(bones, names):
    return np.logical_or.reduce([np.char.startswith(bones, name) for name in names])


def garment(sk, name, group, beyond, off, relax, material, folds=0.0):
    """Cloth over part of the body: its surface moved outwards and relaxed, and cut where `beyond` (metres, at rest) is above 0."""
    faces = (sk.group == group) & (beyond[sk.quads] < 0.03).all(1)
    o, used = sk.surface(name, faces)
    fixnormals(o)
    o.data.attributes.new("beyond", "FLOAT", "POINT").data.foreach_set("value", beyond[used])
    s = o.modifiers.new("relax", "SMOOTH")
    s.factor, s.iterations = 0.5, relax
    d = o.modifiers.new("off", "DISPLACE")
    d.strength, d.mid_level = off, 0
    smooth(o, 3)
    if folds:
        tex = bpy.data.textures.new(name, "CLOUDS")
        tex.noise_scale, tex.noise_depth = 0.07, 1
        f = o.modifiers.new("folds", "DISPLACE")
        f.texture, f.strength, f.mid_level, f.texture_coords = tex, folds, 0.5, "LOCAL"
    return assign(o, material)


def cloth(colour):
    """Matt fabric that ends where the attribute `beyond` is above 0. A woven pattern would shimmer on bent cloth."""
    m = Mat("cloth", colour, 0.9, spec=0.2, Sheen=0.4)
    m.bump(m.noise(900, 2), 0.25, 0.0004)
    edge = m.node("Attribute")
    edge.attribute_name = "beyond"
    m.set("Alpha", m.math("LESS_THAN", edge.outputs["Fac"], 0.0))
    return m.m


def beyond_shirt(sk):
    """How far a point of the resting body is beyond hem, sleeves and collar of a shirt; below 0 it is covered."""
    hem = sk.joint[sk.bones.index("spine05")][2] - 0.09
    arm, elbow = sk.joint[sk.bones.index("upperarm01.L")], sk.joint[sk.bones.index("lowerarm01.L")]
    length = np.linalg.norm(elbow - arm)
    mirrored = sk.rest * (1, 1, 1)
    mirrored[:, 0] = np.abs(mirrored[:, 0])
    along = (mirrored - arm) @ ((elbow - arm) / length)
    sleeve = np.where(belong(sk.chief, ARM), along - 0.58 * length, -1)
    # the collar: a tilted oval round the neck
    x, y, z = (sk.rest - sk.joint[sk.bones.index("neck01")]).T
    oval = 0.082 - np.hypot(x, (y + 0.012) * 0.95) + (z - 0.035 - y * 0.62) * 0.9
    return np.maximum.reduce([hem - sk.rest[:, 2], sleeve, np.where(z > -0.09, oval, -1)])


def shirt(sk, colour=(0.030, 0.031, 0.033)):
    return garment(sk, "shirt", BODY, beyond_shirt(sk), 0.006, 10, cloth(colour), 0.009)


def trousers(sk, above_knee=0.07, off=0.016, colour=(0.012, 0.012, 0.013)):
    """Shorts that end that far above the knee, in metres; long trousers for a negative number."""
    knee = sk.joint[sk.bones.index("lowerleg01.L")][2]
    waist = sk.joint[sk.bones.index("spine05")][2] + 0.03
    z, hands = sk.rest[:, 2], np.where(belong(sk.chief, BELOW_ELBOW), 1, -1)
    beyond = np.maximum.reduce([knee + above_knee - z, z - waist, hands])
    return garment(sk, "trousers", TIGHTS, beyond, off, 8, cloth(colour), 0.008)


def shoes(sk, colour=(0.016, 0.016, 0.017)):
    return garment(sk, "shoes", BODY, sk.rest[:, 2] - 0.085, 0.007, 12, cloth(colour))


ARMS_DOWN = {"clavicle": [("Y", 5)], "shoulder01": [("Y", 9)], "upperarm01": [("Y", 24)], "lowerarm01": [("X", -8)]}

FISTS = {f"finger{f}-{k}": [("X", 14), ("Y", 56), ("Z", -24)] for f in (2, 3, 4, 5) for k in (1, 2, 3)}
# A bar on the back: elbows under it, hands beside the shoulders.
UNDER_A_BAR = {
    **FISTS,
    "clavicle": [("Y", 3)],
    "shoulder01": [("Y", 5)],
    "upperarm01": [("Y", 30), ("X", 25)],
    "lowerarm01": [("X", -150), ("Y", -40)],
}


def person(turns=ARMS_DOWN, long=False):
    """Returns the objects and the posed skeleton. long: trousers to the ankle, not shorts."""
    sk = Skeleton()
    sk.pose(turns)
    covered = (beyond_shirt(sk)[sk.quads] < -0.03).all(1)  # so that no skin shows through
    body, used = sk.surface("body", (sk.group == BODY) & ~covered)
    fixnormals(body)
    assign(body, skin_material())
    smooth(body, 2)
    hair(body, used, sk)
    eyes = [assign(sk.surface("eye", sk.group == g)[0], plastic((0.6, 0.6, 0.6), 0.1)) for g in EYES]
    legs = trousers(sk, above_knee=-0.45, off=0.024) if long else trousers(sk)
    return [body, *eyes, shirt(sk), legs, shoes(sk)], sk
