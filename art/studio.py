"""The set: world, soft boxes, black cards, cyclorama and camera. `from studio import *` also brings geometry and materials."""

import math
import os

import bmesh
import bpy
import numpy as np
from mathutils import Matrix, Vector

from geometry import *
from materials import *


def world(color=(1, 1, 1), strength=0.35):
    w = bpy.data.worlds.new("W")
    bpy.context.scene.world = w
    w.use_nodes = True
    nt = w.node_tree
    bg = nt.nodes["Background"]
    tc = nt.nodes.new("ShaderNodeTexCoord")
    sep = nt.nodes.new("ShaderNodeSeparateXYZ")
    mr = nt.nodes.new("ShaderNodeMapRange")
    mr.inputs[1].default_value = -0.2
    mr.inputs[2].default_value = 1.0
    mr.inputs[3].default_value = 0.45 * strength
    mr.inputs[4].default_value = strength
    nt.links.new(tc.outputs["Generated"], sep.inputs[0])
    nt.links.new(sep.outputs["Z"], mr.inputs[0])
    nt.links.new(mr.outputs[0], bg.inputs[1])
    bg.inputs[0].default_value = (*color, 1)


def softbox(
    loc,
    target,
    size=(1, 1),
    power=50,
    color=(1, 1, 1),
    spread=math.pi,
    name="soft",
    feather=0.35,
    visible_glossy=True,
):
    """Area light whose emission falls off to the edges -> soft-edged reflections like a real diffuser."""
    l = bpy.data.lights.new(name, "AREA")
    l.shape = "RECTANGLE"
    l.size, l.size_y = size
    l.energy = power
    l.color = color
    l.spread = spread
    if feather > 0:
        l.use_nodes = True
        nt = l.node_tree
        em = [n for n in nt.nodes if n.type == "EMISSION"][0]
        geo = nt.nodes.new("ShaderNodeNewGeometry")
        sub = nt.nodes.new("ShaderNodeVectorMath")
        sub.operation = "SUBTRACT"
        sub.inputs[1].default_value = (0.5, 0.5, 0)
        ab = nt.nodes.new("ShaderNodeVectorMath")
        ab.operation = "ABSOLUTE"
        sp = nt.nodes.new("ShaderNodeSeparateXYZ")
        nt.links.new(geo.outputs["Parametric"], sub.inputs[0])
        nt.links.new(sub.outputs[0], ab.inputs[0])
        nt.links.new(ab.outputs[0], sp.inputs[0])
        outs = []
        for k in (0, 1):
            m = nt.nodes.new("ShaderNodeMapRange")
            m.interpolation_type = "SMOOTHSTEP"
            m.inputs[1].default_value = 0.5 - feather * 0.5
            m.inputs[2].default_value = 0.5
            m.inputs[3].default_value = 1.0
            m.inputs[4].default_value = 0.12
            nt.links.new(sp.outputs[k], m.inputs[0])
            outs.append(m)
        mul = nt.nodes.new("ShaderNodeMath")
        mul.operation = "MULTIPLY"
        nt.links.new(outs[0].outputs[0], mul.inputs[0])
        nt.links.new(outs[1].outputs[0], mul.inputs[1])
        nt.links.new(mul.outputs[0], em.inputs["Strength"])
    o = bpy.data.objects.new(name, l)
    bpy.context.scene.collection.objects.link(o)
    o.location = loc
    o.rotation_euler = (Vector(target) - Vector(loc)).to_track_quat("-Z", "Y").to_euler()
    o.visible_camera = False
    o.visible_glossy = visible_glossy
    return o


def flag(loc, target, size=(0.6, 0.8), col=(0.004, 0.004, 0.004)):
    """black card seen only by reflections: gives chrome its dark streaks without darkening the set"""
    w, h = size
    o = mesh(
        "flag",
        [(-w / 2, -h / 2, 0), (w / 2, -h / 2, 0), (w / 2, h / 2, 0), (-w / 2, h / 2, 0)],
        [(0, 1, 2, 3)],
    )
    assign(o, Mat("flag", col, 1, spec=0).m)
    o.location = loc
    o.rotation_euler = (Vector(target) - Vector(loc)).to_track_quat("-Z", "Y").to_euler()
    o.visible_camera = o.visible_diffuse = o.visible_shadow = o.visible_transmission = False
    return o


def camera(loc, target, lens=85, fstop=8.0, focus=None, shift=(0, 0), roll=0.0):
    c = bpy.data.cameras.new("cam")
    o = bpy.data.objects.new("cam", c)
    bpy.context.scene.collection.objects.link(o)
    bpy.context.scene.camera = o
    c.lens = lens
    c.sensor_width = 36
    c.shift_x, c.shift_y = shift
    c.clip_start = 0.01
    o.location = loc
    q = (Vector(target) - Vector(loc)).to_track_quat("-Z", "Y")
    o.rotation_euler = q.to_euler()
    if roll:
        o.rotation_euler.rotate_axis("Z", roll)
    if fstop:
        c.dof.use_dof = True
        c.dof.aperture_fstop = fstop
        c.dof.aperture_blades = 9
        f = Vector(focus if focus is not None else target)
        c.dof.focus_distance = (f - Vector(loc)).dot((Vector(target) - Vector(loc)).normalized())
    return o


def cyc(color=(0.86, 0.855, 0.845), depth=2.2, radius=1.6, width=14, front=5, height=5, rough=0.7):
    pts = [(-front, 0)]
    for i in range(25):
        a = math.pi / 2 * i / 24
        pts.append((depth + radius * math.sin(a), radius * (1 - math.cos(a))))
    pts.append((depth + radius, height))
    V = [(-width / 2, y, z) for y, z in pts] + [(width / 2, y, z) for y, z in pts]
    n = len(pts)
    F = [(i, n + i, n + i + 1, i + 1) for i in range(n - 1)]
    o = mesh("cyc", V, F)
    m = Mat("cyc", color, rough=rough, spec=0.2)
    assign(o, m.m)
    return o
