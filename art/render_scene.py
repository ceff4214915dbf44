"""Runs inside Blender: builds scenes/NAME.py and renders it twice (half the samples each) into one .npz of linear buffers.

A scene module defines SIZE (width, height), SAMPLES (per half), GRADE (arguments of grade.grade) and build().
"""

import importlib
import json
import os
import resource
import sys
import time

ART = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [ART, os.path.join(ART, "scenes")]

import bpy
import numpy as np

SECOND_SEED = 7919


def configure(size, samples, percentage, bounces=(6, 2, 4, 8), clamp=4.0, threshold=0.02):
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    r, c = scene.render, scene.cycles
    r.resolution_x, r.resolution_y = size
    r.resolution_percentage = percentage
    r.use_persistent_data = True
    c.device = "CPU"
    c.samples = samples
    c.use_adaptive_sampling = True
    c.adaptive_threshold = threshold
    c.adaptive_min_samples = min(12, samples)
    c.use_denoising = False
    c.max_bounces, c.diffuse_bounces, c.glossy_bounces, c.transmission_bounces = bounces
    c.transparent_max_bounces = 8
    c.sample_clamp_indirect = clamp
    c.caustics_reflective = c.caustics_refractive = False
    c.blur_glossy = 1.0
    c.light_sampling_threshold = 0.01
    c.pixel_filter_type = "BLACKMAN_HARRIS"
    c.filter_width = 1.5
    scene.view_layers[0].cycles.denoising_store_passes = True


class PassWriter:
    """Compositor file output that returns render passes as arrays."""

    def __init__(self, folder, stem):
        scene = bpy.context.scene
        scene.use_nodes = True
        tree = scene.node_tree
        tree.nodes.clear()
        self.layers = tree.nodes.new("CompositorNodeRLayers")
        tree.links.new(self.layers.outputs["Image"], tree.nodes.new("CompositorNodeComposite").inputs[0])
        self.out = tree.nodes.new("CompositorNodeOutputFile")
        self.out.base_path = folder
        self.out.format.file_format = "OPEN_EXR"
        self.out.format.color_mode = "RGB"
        self.tree, self.folder, self.stem = tree, folder, stem

    def render(self, passes, depth="16"):
        """passes: {name: render layer socket}. Returns {name: height x width x 3 float32, top row first}."""
        self.out.file_slots.clear()
        self.out.format.color_depth = depth
        for i, (name, socket) in enumerate(passes.items()):
            self.out.file_slots.new(f"{self.stem}.{name}.")
            self.tree.links.new(self.layers.outputs[socket], self.out.inputs[i])
        bpy.ops.render.render()
        return {name: self._read(name) for name in passes}

    def _read(self, name):
        path = os.path.join(self.folder, f"{self.stem}.{name}.{bpy.context.scene.frame_current:04d}.exr")
        image = bpy.data.images.load(path)
        image.colorspace_settings.name = "Non-Color"
        w, h = image.size
        px = np.empty(w * h * image.channels, np.float32)
        image.pixels.foreach_get(px)
        bpy.data.images.remove(image)
        os.remove(path)
        return px.reshape(h, w, -1)[::-1, :, :3]


def blur_discs(writer):
    """Diameter in pixels of the circle of confusion of every pixel, from one pinhole sample of the depth."""
    scene = bpy.context.scene
    cam = scene.camera.data
    scene.view_layers[0].use_pass_z = True
    cam.dof.use_dof, samples = False, scene.cycles.samples
    scene.cycles.samples = 1
    depth = np.clip(writer.render({"depth": "Depth"}, "32")["depth"][..., 0], 0.01, 1e4) * 1000
    scene.cycles.samples, cam.dof.use_dof = samples, True
    focus = cam.dof.focus_distance * 1000
    on_sensor = cam.lens**2 / cam.dof.aperture_fstop * np.abs(depth - focus) / (depth * (focus - cam.lens))
    return on_sensor / cam.sensor_width * max(depth.shape)


def main():
    name, target, percentage, samples = sys.argv[sys.argv.index("--") + 1 :]
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene_module = importlib.import_module(name)
    started = time.time()
    configure(
        scene_module.SIZE,
        int(samples) or scene_module.SAMPLES,
        int(percentage),
        **getattr(scene_module, "CYCLES", {}),
    )
    scene_module.build()
    writer = PassWriter(os.path.dirname(target), os.path.basename(target))
    buffers = {}
    for half, seed in (("A", 0), ("B", SECOND_SEED)):
        bpy.context.scene.cycles.seed = seed
        passes = writer.render({"lin": "Image", "alb": "Denoising Albedo", "nrm": "Denoising Normal"})
        buffers.update({half + k: v.astype(np.float16) for k, v in passes.items()})
    if bpy.context.scene.camera.data.dof.use_dof:
        buffers["coc"] = blur_discs(writer).astype(np.float16)
    np.savez(target, grade=json.dumps(scene_module.GRADE), **buffers)
    cpu = resource.getrusage(resource.RUSAGE_SELF)
    print(
        f"RENDERED {name} in {time.time() - started:.0f} s, {cpu.ru_utime + cpu.ru_stime:.0f} CPU s",
        flush=True,
    )


main()
