"""Skipping rope: three loose coils, a handle at either side, one coloured ring on each."""

from models.rope import skipping_rope
from models.white_set import white_set
from studio import *

SIZE = (1800, 1200)
SAMPLES = 10
GRADE = dict(exposure=0.30, contrast=0.32, black=0.012, denoise=dict(curved=3e-3))
HANDLES = ((0.040, -0.225, 173), (0.166, -0.190, 98))


def coils():
    """Rising clockwise spiral of unequal turns, ready to be dropped."""
    t = np.linspace(0, 1, 60)
    a = math.radians(205) - t * 2 * math.pi * 2.53
    r = 0.132 + 0.011 * np.sin(a * 0.83 + 1.0) + 0.009 * np.cos(a * 1.31)
    x, y = 1.10 * r * np.cos(a) + 0.012 * np.sin(t * 5), 0.02 + r * np.sin(a)
    lead = [(-0.158, -0.206, 0.006), (-0.200, -0.180, 0.003), (-0.205, -0.120, 0.003)]
    return lead + list(zip(x, y, 0.004 + 0.034 * t))


def build():
    white_set()
    group(skipping_rope(coils(), HANDLES), (-0.01, 0.03, 0))
    flag((-0.1, -0.8, 0.75), (0, 0.1, 0.05), (1.6, 0.55))
    camera((0.05, -0.84, 0.50), (0.0, -0.030, 0.005), 80, 7.1, focus=(0.05, -0.16, 0.01))
