"""A power rack, its four uprights black. A bar in its hooks lies along X through the origin of the plan."""

from studio import *

HALF_WIDTH = 0.60
DEPTHS = (0.28, -0.85)


def rack(height=2.5):
    frame = Mat("rack", (0.016, 0.016, 0.017), 0.4).m
    sides = (-HALF_WIDTH, HALF_WIDTH)
    beams = [((0.07, 0.07, height), (x, y, height / 2)) for x in sides for y in DEPTHS]
    middle, length = sum(DEPTHS) / 2, DEPTHS[0] - DEPTHS[1] - 0.07
    beams += [((0.07, length, 0.07), (x, middle, z)) for x in sides for z in (0.05, height - 0.035)]
    beams += [((2 * HALF_WIDTH - 0.07, 0.07, 0.07), (0, y, height - 0.035)) for y in DEPTHS]
    return [assign(place(rbox(size, 0.006, 2), at), frame) for size, at in beams]
