"""A flat training bench, its length along X."""

from studio import *

SEAT = 0.44  # height


def bench():
    skin = vinyl((0.016, 0.016, 0.017), 0.42, grain=900, strength=0.22)
    steel = plastic((0.020, 0.020, 0.021), 0.42)
    pad = slab(1.16, 0.29, 0.072, 0.030, 0.016, "pad")
    parts = [assign(place(pad, (0, 0, SEAT - 0.072)), skin)]
    parts.append(assign(place(rbox((0.98, 0.06, 0.05), 0.006, 3), (0, 0, SEAT - 0.098)), steel))
    for x in (-0.40, 0.40):
        parts.append(
            assign(place(rbox((0.06, 0.06, SEAT - 0.16), 0.006, 3), (x, 0, (SEAT - 0.12) / 2 + 0.02)), steel)
        )
        parts.append(assign(place(rbox((0.06, 0.42, 0.045), 0.008, 3), (x, 0, 0.0265)), steel))
        for y in (-0.19, 0.19):
            parts.append(assign(place(rbox((0.068, 0.05, 0.052), 0.008, 3), (x, y, 0.026)), rubber()))
    return parts
