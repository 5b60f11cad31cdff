"""Renders pieces. Reads jobs as JSON, one per line:

    {"glb": "ring.glb", "metal": "yellow", "frame": {…}, "pictures": [{"view": "quarter", "out": "a.png", "width": 1200}]}

or, for a scene, its set and the pieces on it:

    {"set": "steps", "pieces": [{"glb": "ring.glb", "at": [0, 0, 0], "turn": 26}], "frame": {…}, "pictures": […]}

and prints `done <out> <seconds>` for each picture. `frame` is the model's view, z up: `centre`, `focus`, `span` (width of the
picture in mm), `elevation` and `turn` (degrees), `blur`, `dim` (white metal that faces up), `isWorn` (on a display
form).
"""
import json
import os
import sys
import tempfile
import time
from math import radians

os.environ['OPENCV_IO_ENABLE_OPENEXR'] = '1'

import bpy
import cv2
import develop
import imageio_ffmpeg
import materials
import numpy as np
import scenes
import stage
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Matrix, Vector

# Samples by material: the ground is evenly lit, metal is a mirror, and only stones are rich in detail.
GROUND_SAMPLES = 3
SAMPLES = 5  # on the piece
STONE_SAMPLES = 9  # of green on its stones
FIRE_SAMPLES = 5  # of red and of blue on its stones, each
# A display form fills the picture, and the edge of its shadow is soft.
FORM_SAMPLES = 8
# Forms stand high above the table, which then only lights them from below.
FORM_RISE = 400


class Studio:
    """One piece on the table, for any number of pictures."""

    def __init__(self, glb, metal, frame):
        self.frame = frame
        self.scene = stage.clear()
        white = metal in materials.WHITE_METALS
        self.studio = ('dim' if frame.get('dim') else 'white') if white else 'gold'
        self.gems = []
        self.pieces = self._import(glb)
        self.root = bpy.data.objects.new('root', None)
        self.scene.collection.objects.link(self.root)
        for thing in list(self.scene.objects):
            if thing is not self.root and thing.parent is None:
                thing.parent = self.root
        stage.light(self.scene, self.studio, **(stage.WORN if frame.get('isWorn') else {}))
        stage.table(self.scene, white)
        self.camera = stage.camera(self.scene)
        self._outputs()
        bpy.context.view_layer.update()

    def _import(self, glb):
        before = set(self.scene.objects)
        bpy.ops.preferences.addon_enable(module='io_scene_gltf2')
        bpy.ops.import_scene.gltf(filepath=glb)
        bpy.context.view_layer.update()
        pieces = [thing for thing in self.scene.objects if thing.type == 'MESH' and thing not in before]
        known = {}
        for mesh in {piece.data for piece in pieces}:
            for slot, found in enumerate(mesh.materials):
                name = found.name.split('.')[0]
                size = sorted(np.ptp(np.array([v.co for v in mesh.vertices]), axis=0))[1]
                key = (name, round(float(size), 2)) if name.startswith('gem_') else name
                if key not in known:
                    known[key] = self._material(name, round(float(size), 2))
                mesh.materials[slot] = known[key]
        for piece in pieces:
            name = piece.data.materials[0].name
            if '_gem_' in name:
                piece['stone'] = 1
            else:
                piece.visible_transmission = False
        return [piece for piece in pieces if not piece.data.materials[0].name.startswith('studio_form')]

    def _material(self, name, size):
        if name.startswith('gem_'):
            shader = materials.GemShader(name[4:], size, self.studio)
            self.gems.append(shader)
            return shader.material
        if name.startswith('stone_'):
            return materials.opaque(name[6:])
        if name.startswith('form_'):
            return materials.porcelain()
        tone, _, finish = name[6:].partition('_')
        return materials.metal(tone, finish or None)

    def _outputs(self):
        layer = self.scene.view_layers[0]
        for name in ('stone', 'ground', 'metal'):
            aov = layer.aovs.add()
            aov.name, aov.type = name, 'VALUE'
        self.scene.use_nodes = True
        tree = self.scene.node_tree
        tree.nodes.clear()
        layers = tree.nodes.new('CompositorNodeRLayers')
        output = tree.nodes.new('CompositorNodeOutputFile')
        self.folder = tempfile.mkdtemp()
        output.base_path = self.folder
        output.format.file_format = 'OPEN_EXR'
        output.format.color_depth = '32'
        output.format.exr_codec = 'ZIP'
        output.file_slots.clear()
        for name, source in (('picture', 'Image'), ('stone', 'stone')):
            output.file_slots.new(name)
            tree.links.new(layers.outputs[source], output.inputs[name])

    def _points(self):
        points = []
        for piece in self.pieces:
            flat = np.empty(len(piece.data.vertices) * 3, np.float32)
            piece.data.vertices.foreach_get('co', flat)
            world = np.array(piece.matrix_world)
            points.append(flat.reshape(-1, 3)[::5] @ world[:3, :3].T + world[:3, 3])
        return np.concatenate(points)

    def _lying(self):
        """Rotates a ring so that it lies on its band and its head, the head to the camera."""
        self.root.matrix_world = Matrix.Identity(4)
        bpy.context.view_layer.update()
        points = self._points()
        upper = points[:, 2] > np.median(points[:, 2])
        low, high = 62.0, 92.0
        for _ in range(30):
            angle = (low + high) / 2
            a = radians(angle)
            z = points[:, 1] * np.sin(a) + points[:, 2] * np.cos(a)
            if z[upper].min() < z[~upper].min():
                high = angle  # the head is lower: turn less
            else:
                low = angle
        a = radians(low)
        y = points[:, 1] * np.cos(a) - points[:, 2] * np.sin(a)
        z = points[:, 1] * np.sin(a) + points[:, 2] * np.cos(a)
        return Matrix.Translation((0, -(y.min() + y.max()) / 2, -z.min())) @ Matrix.Rotation(a, 4, 'X')

    def _fitted(self, elevation, fill=0.8):
        """Centre and span of a picture of the whole piece in its current position."""
        e = radians(elevation)
        up = np.array([0, np.sin(e), np.cos(e)])
        points = self._points()
        across, along = points[:, 0], points @ up
        span = max(np.ptp(across), np.ptp(along)) / fill
        middle = up * ((along.min() + along.max()) / 2 - span * 0.012)
        return Vector(((across.min() + across.max()) / 2, middle[1], middle[2])), float(span)

    def place(self, view, turn=0.0):
        frame = self.frame
        centre, focus = Vector(frame['centre']), Vector(frame.get('focus', frame['centre']))
        span, elevation, blur = frame['span'], frame['elevation'], frame.get('blur', 0.004)
        if frame.get('isWorn'):
            spin = Matrix.Translation((0, 0, FORM_RISE)) @ stage.turned(frame.get('turn', 0) + turn)
            self.root.matrix_world = spin
            stage.aim(self.camera, spin @ centre, spin @ focus, span, elevation, blur)
            return
        if view == 'second' and frame.get('lies'):
            self.root.matrix_world = stage.turned(-30 + turn) @ self._lying()
            stage.aim(self.camera, (0, 0, 3.0), (-3, -8, 4), 29 * span / 27.5, 30, blur)
            return
        self.root.matrix_world = Matrix.Identity(4)
        bpy.context.view_layer.update()
        floor = Vector((0, 0, -float(self._points()[:, 2].min())))
        aside = view == 'second' and not frame.get('isWhole')
        spin = stage.turned(frame.get('turn', 0) + turn - (16 if aside else 0))
        self.root.matrix_world = Matrix.Translation(floor) @ spin
        if aside:
            # A cropped piece is seen closer and at an angle: from a lower camera its ends would show.
            centre = spin @ (centre * 0.45 + focus * 0.55)
            span *= 0.76
            elevation -= 12
        elif view == 'second':
            # Lower if the first view is from above, and vice versa.
            elevation = 36 if elevation > 40 else elevation + 36
            bpy.context.view_layer.update()
            centre, span = self._fitted(elevation)
            centre -= floor
        if view == 'detail':
            centre = spin @ Vector(frame.get('detail', frame.get('focus', frame['centre'])))
            focus = centre
            span *= frame.get('close', 0.48)
            elevation = frame.get('detailElevation', elevation + 4)
        else:
            focus = spin @ focus
        stage.aim(self.camera, centre + floor, focus + floor, span, elevation, blur)

    def _boxed(self, things, pad=0.012):
        seen = [
            world_to_camera_view(self.scene, self.camera, thing.matrix_world @ Vector(corner))
            for thing in things
            for corner in thing.bound_box
        ]
        if not seen:
            return None
        xs, ys = [p.x for p in seen], [p.y for p in seen]
        box = (max(0, min(xs) - pad), max(0, min(ys) - pad), min(1, max(xs) + pad), min(1, max(ys) + pad))
        return box if box[0] < box[2] and box[1] < box[3] else None

    def _pass(self, number, samples, box=None, channel=1):
        for gem in self.gems:
            gem.turn(channel)
        render = self.scene.render
        render.use_border = box is not None
        if box:
            render.border_min_x, render.border_min_y, render.border_max_x, render.border_max_y = box
        self.scene.cycles.samples = samples
        self.scene.cycles.seed = number * 7 + 1
        self.scene.frame_set(number)
        bpy.ops.render.render(write_still=False)
        return self._read('picture', number)

    def _read(self, name, number):
        pixels = cv2.imread(f'{self.folder}/{name}{number:04d}.exr', cv2.IMREAD_UNCHANGED)
        return (pixels if pixels.ndim == 2 else pixels[..., :3][..., ::-1]).astype(np.float32)

    def shoot(self, view, width, turn=0.0, aspect=1.0, samples=SAMPLES, on_stones=STONE_SAMPLES, fire=FIRE_SAMPLES):
        """The finished picture, height × width × 3."""
        self.place(view, turn)
        self.scene.render.resolution_x = width
        self.scene.render.resolution_y = round(width * aspect)
        first = FORM_SAMPLES if self.frame.get('isWorn') else min(samples, GROUND_SAMPLES)
        samples = max(samples, first)
        picture = self._pass(1, first)
        stone = self._read('stone', 1)
        stone = stone[..., 0] if stone.ndim == 3 else stone
        height, width = picture.shape[:2]

        def inside(box):
            mask = np.zeros((height, width, 1), np.float32)
            mask[
                max(int((1 - box[3]) * height) + 2, 0) : int((1 - box[1]) * height) - 2,
                max(int(box[0] * width) + 2, 0) : int(box[2] * width) - 2,
            ] = 1
            return mask

        def refined(had, wanted, box, number):
            """Adds samples within a box."""
            mask = inside(box)
            more = self._pass(number, wanted - had, box)
            return picture * (1 - mask) + mask * (picture * had + more * (wanted - had)) / wanted

        whole, stones = self._boxed(self.pieces), self._boxed([p for p in self.pieces if p.get('stone')])
        if samples > first:
            picture = refined(first, samples, whole, 4)
        if stones and on_stones > samples:
            picture = refined(samples, on_stones, stones, 5)
        # Only diamonds have noticeable fire; for others one pass is enough.
        if fire and stones and any(gem.dispersion > 0.03 for gem in self.gems):
            mask = np.clip(stone, 0, 1) * inside(stones)[..., 0]
            for channel, number in ((0, 2), (2, 3)):
                coloured = self._pass(number, fire, stones, channel)
                picture[..., channel] = picture[..., channel] * (1 - mask) + coloured[..., channel] * mask
        for name in os.listdir(self.folder):
            os.remove(f'{self.folder}/{name}')
        return develop.finished(develop.denoised(picture))

    def close(self):
        os.rmdir(self.folder)


class Scene(Studio):
    """Several pieces on a set."""

    def __init__(self, name, pieces, frame):
        self.frame = frame
        self.scene = stage.clear()
        self.studio = 'gold'
        self.gems = []
        light = scenes.SETS[name](self.scene)
        self.pieces = []
        for piece in pieces:
            self.pieces += self._placed(piece)
        stage.light(self.scene, self.studio, **light)
        self.camera = stage.camera(self.scene)
        self._outputs()
        bpy.context.view_layer.update()

    def _placed(self, piece):
        before = set(self.scene.objects)
        parts = self._import(piece['glb'])
        # Of this piece in isolation.
        everything, self.pieces = self.pieces, parts
        self.root = bpy.data.objects.new('root', None)
        self.scene.collection.objects.link(self.root)
        for thing in list(self.scene.objects):
            if thing not in before and thing is not self.root and thing.parent is None:
                thing.parent = self.root
        bpy.context.view_layer.update()
        stood = self._lying() if piece.get('lies') else Matrix.Identity(4)
        self.root.matrix_world = stood
        bpy.context.view_layer.update()
        x, y, z = piece['at']
        floor = float(self._points()[:, 2].min())
        self.root.matrix_world = Matrix.Translation((x, y, z - floor)) @ stage.turned(piece.get('turn', 0)) @ stood
        self.pieces = everything
        bpy.context.view_layer.update()
        return parts

    def place(self, view, turn=0.0):
        frame = self.frame
        stage.aim(
            self.camera, frame['centre'], frame['focus'], frame['span'], frame['elevation'], frame.get('blur', 0.0055)
        )


def write_clip(out, width, pictures):
    """H.264, which every browser plays, with fast start."""
    options = ['-crf', '23', '-preset', 'slow', '-movflags', '+faststart']
    writer = imageio_ffmpeg.write_frames(
        out, (width, width), fps=24, codec='libx264', quality=None, output_params=options, macro_block_size=2
    )
    writer.send(None)
    for picture in pictures:
        writer.send(np.ascontiguousarray(picture))
    writer.close()


def main():
    for line in sys.stdin:
        job = json.loads(line)
        if 'set' in job:
            studio = Scene(job['set'], job['pieces'], job['frame'])
        else:
            studio = Studio(job['glb'], job['metal'], job['frame'])
        for wanted in job['pictures']:
            began = time.time()

            def shot(turn=0.0):
                return studio.shoot(
                    wanted['view'],
                    wanted['width'],
                    turn,
                    aspect=wanted.get('aspect', 1.0),
                    samples=wanted.get('samples', SAMPLES),
                    on_stones=wanted.get('onStones', STONE_SAMPLES),
                    fire=wanted.get('fire', FIRE_SAMPLES),
                )

            if 'frames' in wanted:
                count = wanted['frames']
                write_clip(wanted['out'], wanted['width'], (shot(360 * i / count) for i in range(count)))
            else:
                cv2.imwrite(wanted['out'], shot()[..., ::-1])
            print(f'done {wanted["out"]} {time.time() - began:.1f}', flush=True)
        studio.close()
    # Skips Blender's cleanup, which takes seconds.
    sys.stdout.flush()
    os._exit(0)


if __name__ == '__main__':
    main()
