"""Low sun from the left, open or through a window that nobody sees: bright panes on whatever stands there."""

from studio import *


DIRECTION = Vector((1.0, 0.85, -0.62)).normalized()


def sun(energy=2.6):
    light = bpy.data.lights.new("sun", "SUN")
    light.energy, light.angle, light.color = energy, math.radians(1.6), (1, 0.975, 0.94)
    o = bpy.data.objects.new("sun", light)
    bpy.context.scene.collection.objects.link(o)
    o.rotation_euler = DIRECTION.to_track_quat("-Z", "Y").to_euler()
    return o


def window(towards, energy=2.6, distance=2.6):
    """The crossing of the panes falls on the point `towards`."""
    o = sun(energy)
    centre = Vector(towards) - DIRECTION * distance
    blind = Mat("blind", (0.5, 0.5, 0.5), 1, spec=0).m
    frame = []
    for x, width in ((-2.0, 3.0), (0.0, 0.045), (2.0, 3.0)):
        frame.append(rbox((width, 4, 0.01), 0.001, 1))
        frame[-1].location = (x, 0, 0)
    for y, height in ((-2.3, 3.3), (0.0, 0.045), (2.3, 3.3)):
        frame.append(rbox((1.0, height, 0.01), 0.001, 1))
        frame[-1].location = (0, y, 0)
    for part in frame:
        assign(part, blind)
        part.visible_camera = part.visible_glossy = part.visible_diffuse = False
    g = group(frame, centre)
    g.rotation_euler = o.rotation_euler
