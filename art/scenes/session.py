"""Training session: rolled mat, foam roller, two loop bands and a stopwatch."""

from models.gear import foam_roller, loop_band, stopwatch
from models.mat import rolled_mat
from models.white_set import white_set
from studio import *

SIZE = (1800, 1200)
SAMPLES = 20
GRADE = dict(exposure=0.30, contrast=0.32, black=0.012, denoise=dict(curved=6e-3))
OVAL = (
    (0.085, 0.0),
    (0.055, 0.036),
    (-0.01, 0.042),
    (-0.075, 0.030),
    (-0.088, -0.012),
    (-0.03, -0.040),
    (0.05, -0.034),
)
BEAN = (
    (0.070, 0.006),
    (0.030, 0.036),
    (-0.035, 0.030),
    (-0.074, 0.008),
    (-0.052, -0.030),
    (0.004, -0.024),
    (0.052, -0.036),
)


def build():
    white_set(key=46, rim=20, top=60, around=(0, 0.05, 0.06), reach=1.25)
    group(rolled_mat(), (-0.055, 0.330, 0), (0, 0, -33))
    group(foam_roller(), (0.190, 0.110, 0), (0, 0, 38))
    group(loop_band(OVAL, GRAPHITE), (-0.035, -0.075, 0), (0, 0, 12))
    group(loop_band(BEAN, ACCENT), (-0.160, -0.165, 0), (0, 0, -22))
    group(stopwatch(), (0.090, -0.185, 0), (0, 0, 20))
    flag((-0.1, -1.0, 0.9), (0, 0.1, 0.05), (1.8, 0.55))
    camera((0.04, -1.06, 0.56), (0.008, 0.035, 0.045), 70, 8, focus=(0.05, -0.09, 0.03))
