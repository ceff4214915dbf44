"""The white studio of the product pictures."""

from studio import *


def white_set(key=30, rim=13, top=36, background=60, ambient=0.13, around=(0, 0, 0.04), reach=1.0):
    """Seamless white paper, key from the left, strip behind on the right, light from above and on the backdrop."""
    x, y, z = around
    world(strength=ambient)
    cyc(radius=2.4, depth=1.6, front=3)
    softbox((x - 0.85 * reach, y + 0.12 * reach, z + 0.75 * reach), around, (0.55, 1.0), key, name="key")
    softbox((x + 0.9 * reach, y + 0.40 * reach, z + 0.40 * reach), around, (0.22, 1.1), rim, name="rim")
    softbox((x, y + 0.1, z + 2.4), around, (2.4, 2.0), top, name="top", visible_glossy=False)
    softbox((0, 0.6, 2.2), (0, 3.2, 1.1), (3, 1), background, name="background", visible_glossy=False)
