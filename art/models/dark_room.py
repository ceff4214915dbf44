"""A dark room with warm light tubes on its far wall, and a lifting platform of oak and rubber."""

from studio import *


def emission(colour, strength):
    m = bpy.data.materials.new("light tube")
    m.use_nodes = True
    nodes = m.node_tree.nodes
    nodes.remove(nodes["Principled BSDF"])
    e = nodes.new("ShaderNodeEmission")
    e.inputs[0].default_value = (*colour, 1)
    e.inputs[1].default_value = strength
    m.node_tree.links.new(e.outputs[0], nodes["Material Output"].inputs[0])
    return m


def sheet(name, corners, material):
    return assign(mesh(name, corners, [(0, 1, 2, 3)]), material)


def platform():
    for side in (1, -1):
        wing = rbox((1.2, 2.6, 0.04), 0.004, 3, "rubber wing")
        assign(wing, epdm(fleck=(0.20, 0.20, 0.21), density=0.16))
        place(wing, (side * 1.225, 0.4, -0.02))
    oak = rbox((1.24, 2.6, 0.04), 0.002, 3, "oak")
    tones = ((0.105, 0.052, 0.024), (0.19, 0.10, 0.05), (0.26, 0.15, 0.078))
    assign(oak, wood(tones, (1.1, 0.115), axis_x=False))
    place(oak, (0, 0.4, -0.02))


def room():
    sheet("floor", [(-8, -4, -0.04), (8, -4, -0.04), (8, 9, -0.04), (-8, 9, -0.04)], epdm(density=0.05))
    paint = Mat("wall", (0.05, 0.052, 0.056), 0.85)
    cloud = paint.rng(paint.noise(1.6, 6, 0.6), 0.3, 0.7, 0, 1)
    paint.set("Base Color", paint.mix(cloud, (0.035, 0.037, 0.04), (0.075, 0.078, 0.083)))
    sheet("wall", [(-9, 5.2, -0.1), (9, 5.2, -0.1), (9, 5.2, 5), (-9, 5.2, 5)], paint.m)
    sheet("side wall", [(-5.2, -4, -0.1), (-5.2, 6, -0.1), (-5.2, 6, 5), (-5.2, -4, 5)], paint.m)
    frame = Mat("rack", (0.015, 0.015, 0.016), 0.35).m
    for x in (-1.75, -0.55):
        for y in (2.3, 3.5):
            assign(place(rbox((0.075, 0.075, 2.6), 0.006, 2), (x, y, 1.26)), frame)
    tube = emission((1, 0.84, 0.66), 9)
    for x in (-4.3, -3.45, -2.6):
        assign(place(rbox((0.034, 0.02, 1.9), 0.004, 2), (x, 5.1, 1.30)), tube)
