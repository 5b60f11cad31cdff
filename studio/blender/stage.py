"""The table, its light and the camera."""
from math import cos, pi, radians, sin

import bpy
import materials
import surroundings
from mathutils import Matrix, Vector

GROUND = (0.925, 0.908, 0.888)
# Forms are shaped by a sun from the front left; a weaker dome lets their other side darken.
WORN = dict(dome=0.46, sun=0.54, direction=(-0.72, -0.40, 0.76), angle=18)
# The unshadowed ground is albedo × (dome + sun) everywhere, and so is the sky: the horizon is invisible.
DOME = 0.62
SUN = 1 - DOME
LENS = 100
FILM = 36


def clear():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = 'CYCLES'
    cycles = scene.cycles
    cycles.device = 'CPU'
    cycles.use_adaptive_sampling = False
    cycles.max_bounces = 14
    cycles.glossy_bounces = cycles.transmission_bounces = cycles.transparent_max_bounces = 12
    cycles.diffuse_bounces = 1
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 8
    cycles.sample_clamp_direct = cycles.blur_glossy = 0
    cycles.use_light_tree = False
    # Denoised once at the end, after the passes are combined.
    cycles.use_denoising = False
    cycles.tile_size = 4096
    scene.render.use_persistent_data = True
    scene.render.film_transparent = False
    scene.render.resolution_percentage = 100
    return scene


def light(scene, studio, dome=DOME, sun=SUN, colour=(1, 1, 1), direction=(-0.45, 0.55, 1.05), angle=38):
    """`direction` and `angle` (degrees) of the sun; unshadowed ground is as bright as dome and sun together."""
    world = bpy.data.worlds.new('world')
    scene.world = world
    world.use_nodes = True
    world.node_tree.nodes.clear()
    world.cycles.sampling_method = 'NONE'
    t = materials.Nodes(world.node_tree)
    towards = t.n('TexCoord').outputs['Generated']
    rays = t.n('LightPath')

    def picture(name, strength):
        texture = t.n('TexEnvironment', i_Vector=towards)
        texture.image = surroundings.image(name)
        return t.n('Background', i_Color=texture.outputs[0], i_Strength=strength).outputs[0]

    even = t.n('Background', i_Color=(1, 1, 1, 1), i_Strength=dome).outputs[0]
    backdrop = t.n('Background', i_Color=(*GROUND, 1), i_Strength=dome + sun).outputs[0]
    seen = t.mix(rays.outputs['Is Transmission Ray'], picture(studio, 1.0), picture('stone', 1.15))
    seen = t.mix(rays.outputs['Is Diffuse Ray'], seen, even)
    seen = t.mix(rays.outputs['Is Camera Ray'], seen, backdrop)
    output = t.n('OutputWorld')
    t.tree.links.new(seen, output.inputs[0])

    light = bpy.data.lights.new('sun', 'SUN')
    light.angle = radians(angle)
    light.color = colour
    direction = Vector(direction).normalized()
    light.energy = sun * pi / direction.z
    lamp = bpy.data.objects.new('sun', light)
    scene.collection.objects.link(lamp)
    lamp.rotation_euler = direction.to_track_quat('Z', 'Y').to_euler()
    lamp.visible_glossy = lamp.visible_transmission = False


def painted(t, white):
    """Brightness of the ground for mirror rays: dark at the piece, bright further out, darker towards the camera."""
    position = t.n('NewGeometry').outputs['Position']
    length = t.n('VectorMath', operation='LENGTH')
    t.tree.links.new(position, length.inputs[0])
    direction = t.n('VectorMath', operation='NORMALIZE')
    t.tree.links.new(position, direction.inputs[0])

    def fade(value, low, high, start, end):
        node = t.n('MapRange', interpolation_type='SMOOTHSTEP')
        t.tree.links.new(value, node.inputs['Value'])
        for name, number in zip(('From Min', 'From Max', 'To Min', 'To Max'), (low, high, start, end)):
            node.inputs[name].default_value = number
        return node.outputs[0]

    def towards(x, y):
        node = t.n('VectorMath', operation='DOT_PRODUCT')
        t.tree.links.new(direction.outputs[0], node.inputs[0])
        node.inputs[1].default_value = (x, y, 0)
        return node.outputs['Value']

    strength = t.math('MULTIPLY', fade(length.outputs['Value'], 2, 30, 0.50, 1.12), fade(towards(0, -1), 0.35, 0.98, 1.0, 0.66))
    far = fade(length.outputs['Value'], 18, 46, 0, 0.80)
    # Black wedges; white metal has flags behind it too, so that its outline separates from the ground.
    wedges = [(-132, 0.985), (-40, 0.985)] + ([(60, 0.965), (120, 0.965)] if white else [])
    for azimuth, edge in wedges:
        wedge = fade(towards(cos(radians(azimuth)), sin(radians(azimuth))), edge - 0.02, edge, 0, 1)
        strength = t.math('MULTIPLY', strength, t.math('SUBTRACT', 1.0, t.math('MULTIPLY', far, wedge)))
    return strength


def table(scene, white):
    """The ground: real for the camera, painted for mirror rays (no lighting there, so no noise)."""
    material, t = materials.new('ground')
    diffuse = t.n('BsdfDiffuse', i_Color=(*GROUND, 1)).outputs[0]
    mirrored = t.n('Emission', i_Color=(1.02, 0.985, 0.94, 1), i_Strength=painted(t, white)).outputs[0]
    t.out(t.mix(t.n('LightPath').outputs['Is Glossy Ray'], diffuse, mirrored), 'ground')
    mesh = bpy.data.meshes.new('ground')
    mesh.from_pydata([(-900, -900, 0), (900, -900, 0), (900, 900, 0), (-900, 900, 0)], [], [[0, 1, 2, 3]])
    mesh.materials.append(material)
    ground = bpy.data.objects.new('ground', mesh)
    scene.collection.objects.link(ground)
    ground.visible_transmission = False


def camera(scene):
    lens = bpy.data.cameras.new('camera')
    lens.lens = LENS
    lens.sensor_width = FILM
    lens.sensor_fit = 'HORIZONTAL'
    lens.clip_end = 5000
    lens.dof.use_dof = True
    made = bpy.data.objects.new('camera', lens)
    scene.collection.objects.link(made)
    scene.camera = made
    return made


def aim(made, centre, focus, span, elevation, blur):
    """Faces `centre` from the front; `span` is the visible width in mm; focused at `focus`."""
    back = Vector((0, -cos(radians(elevation)), sin(radians(elevation))))
    distance = span * LENS / FILM
    made.location = Vector(centre) + back * distance
    made.rotation_euler = back.to_track_quat('Z', 'Y').to_euler()
    made.data.dof.focus_distance = (Vector(focus) - made.location).dot(-back)
    made.data.dof.aperture_fstop = (LENS * 1e-3) / (2 * blur * distance)
    bpy.context.view_layer.update()


def turned(angle):
    return Matrix.Rotation(radians(angle), 4, 'Z')
