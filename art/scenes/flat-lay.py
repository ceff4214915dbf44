"""Flat lay seen from straight above: mat, plan, shaker, dumbbell, rope, stopwatch and one apple in window light."""

from models.dumbbell import dumbbell
from models.gear import stopwatch
from models.kitchen import apple
from models.mat import rolled_mat
from models.rope import skipping_rope
from models.stationery import notebook, pencil, plan_page
from models.supplements import shaker
from studio import *

SIZE = (1800, 1200)
SAMPLES = 12
GRADE = dict(exposure=0.30, contrast=0.32, black=0.012, denoise=dict(curved=4e-3))
HANDLES = ((-0.205, -0.222, 9), (0.340, -0.212, 163))


def rest(objects):
    """Move objects up or down together until the lowest point touches z=0."""
    lowest = min((v.co.z for o in objects for v in o.data.vertices))
    for o in objects:
        o.data.transform(Matrix.Translation((0, 0, -lowest)))
    return objects


def lying(objects, tilt):
    """Turn upright objects onto their side along +X, dipped so that lid and base both touch the floor."""
    for o in objects:
        o.data.transform(Matrix.Rotation(math.radians(90 - tilt), 4, "Y"))
    return rest(objects)


def coils():
    """Rising spiral of unequal turns between the two handles."""
    t = np.linspace(0, 1, 60)
    a = math.radians(-105) + t * 2 * math.pi * 2.06
    r = 0.106 + 0.010 * np.sin(a * 0.83 + 1.0) + 0.009 * np.cos(a * 1.31)
    return list(zip(0.085 + 1.15 * r * np.cos(a), -0.100 + r * np.sin(a), 0.004 + 0.028 * t))


def window():
    """Small distant key; bars between it and the table draw the shadow of a window."""
    at = Vector((-2.6, 1.9, 2.1))
    softbox(at, (0, 0, 0), (0.26, 0.26), 330, (1, 0.972, 0.93), name="key", feather=0)
    dark = Mat("bar", (0.02, 0.02, 0.02), 1).m
    nearness = 0.62
    shadows = (
        ((-0.9, 0.02), (0.9, 0.46), 0.040),
        ((-0.9, -0.66), (0.9, -0.22), 0.040),
        ((0.16, -0.9), (-0.24, 0.9), 0.034),
        ((0.86, -0.9), (0.46, 0.9), 0.100),
    )
    for start, end, width in shadows:
        a, b = (at.lerp(Vector((*p, 0)), nearness) for p in (start, end))
        bar = assign(sweep([a, a.lerp(b, 0.5), b], width * nearness, 8), dark)
        bar.visible_camera = bar.visible_diffuse = bar.visible_glossy = False


def build():
    world(strength=0.24)
    table = mesh("table", [(-2, -2, 0), (2, -2, 0), (2, 2, 0), (-2, 2, 0)], [(0, 1, 2, 3)])
    paper = Mat("backdrop", (0.84, 0.832, 0.82), 0.85, spec=0.15)
    paper.bump(paper.noise(500, 4), 0.12, 0.0004)
    assign(table, paper.m)
    group(rolled_mat(0.056, 0.006, 5.2, 0.61, 0.10), (-0.330, 0.110, 0), (0, 0, 7))
    group(notebook(plan_page()), (-0.110, 0.078, 0), (0, 0, -6))
    group(pencil(GRAPHITE), (0.018, -0.002, 0.0035), (0, 0, 80))
    group(lying(shaker(flip=GRAPHITE), 4.7), (0.118, 0.228, 0), (0, 0, -76))
    iron = (
        rubber((0.016, 0.016, 0.017), 0.48, grain=700, strength=0.25),
        chrome((0.56, 0.56, 0.57), rough=0.26),
        plastic(INK_WHITE, 0.45),
    )
    group(dumbbell(mats=iron), (0.345, 0.190, 0.051), (0, 0, 74))
    group(apple(), (0.262, -0.010, 0), (0, 0, 60))
    group(stopwatch(), (-0.140, -0.118, 0), (0, 0, 18))
    skipping_rope(coils(), HANDLES, ring=(0.55, 0.55, 0.55))
    window()
    softbox((1.2, -0.9, 1.8), (0, 0, 0), (1.8, 1.8), 13, name="fill")
    top = camera((0, 0, 1.55), (0, 0.0001, 0), 68, 11, focus=(0, 0, 0.02))
    top.rotation_euler = (0, 0, 0)
