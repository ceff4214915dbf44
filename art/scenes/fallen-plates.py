"""Error page: an accent bumper plate lying flat, a black one slid off and leaning on its edge."""

from models.barbell import plate
from studio import *

SIZE = (1800, 1200)
SAMPLES = 12
GRADE = dict(exposure=0.32, contrast=0.30, black=0.012, denoise=dict(r=14, k=0.9))
FLAT, LEANING, RADIUS = 0.085, 0.056, 0.225
SLOPE = math.radians(20)  # below this the leaning plate's weight stays between its two supports


def build():
    world(strength=0.16)
    cyc(radius=2.4, depth=1.8, front=3)
    flat = plate("20", FLAT, ACCENT, RADIUS)
    for o in flat:
        o.data.transform(
            Matrix.Translation((0, 0, FLAT / 2))
            @ Matrix.Rotation(math.radians(62), 4, "Z")
            @ Matrix.Rotation(-math.pi / 2, 4, "Y")
        )
    leaning = plate("10", LEANING, (0.012, 0.012, 0.013), RADIUS)
    tilt = Matrix.Rotation(SLOPE, 4, "Y")
    spin = Matrix.Rotation(math.radians(118), 4, "Z") @ Matrix.Rotation(-math.pi / 2, 4, "Y")
    for o in leaning:
        o.data.transform(tilt @ spin)
    lowest = min(v.co.z for v in leaning[0].data.vertices)
    # the lower face runs through the flat plate's upper edge
    edge_x, edge_z = RADIUS - 0.0012, FLAT - 0.0012
    centre_z = -lowest
    centre_x = edge_x - (centre_z - LEANING / 2 / math.cos(SLOPE) - edge_z) / math.tan(SLOPE)
    for o in leaning:
        o.data.transform(Matrix.Translation((centre_x, 0, centre_z)))
    group(flat + leaning, (-0.13, 0.02, 0), (0, 0, -26))
    aim = (0, 0, 0.06)
    softbox((-1.1, 0.0, 0.95), aim, (0.7, 1.2), 30, name="key")
    softbox((1.1, 0.45, 0.45), aim, (0.24, 1.2), 10, name="rim strip")
    softbox((0, 0.1, 2.4), (0, 0.1, 0), (2.4, 2.0), 58, name="top", visible_glossy=False)
    softbox((0, 0.6, 2.2), (0, 3.2, 1.1), (3, 1), 90, name="background", visible_glossy=False)
    camera((0.05, -1.75, 0.60), (0.0, 0.02, 0.075), 80, 6.3, focus=(0.0, -0.14, 0.09))
