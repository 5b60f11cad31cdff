"""Sets for banners and categories: stone steps, plinths, a plastered table. Low warm sun through palms."""
from math import cos, pi, radians, sin

import bmesh
import bpy
import materials
import numpy as np
import stage
from mathutils import Matrix, Vector

STONE = (0.83, 0.785, 0.725)
WALL = (0.80, 0.745, 0.68)
# Dome, strength, colour, direction and width (degrees) of the sun.
PALMS = dict(dome=0.36, sun=0.58, colour=(1, 0.955, 0.89), direction=(-0.66, -0.42, 0.62), angle=2.6)


def plaster(name, colour, stain, scale, bump):
    material, t = materials.new(name)
    place = t.n('TexCoord').outputs['Object']
    coarse = t.n('TexNoise', i_Vector=place, i_Scale=scale * 0.25, i_Detail=5.0).outputs[0]
    fine = t.n('TexNoise', i_Vector=place, i_Scale=scale * 6, i_Detail=3.0).outputs[0]
    mixed = t.n(
        'MixRGB',
        i_Fac=coarse,
        i_Color1=(*[c * (1 - stain * 2) for c in colour], 1),
        i_Color2=(*[min(c * (1 + stain), 0.97) for c in colour], 1),
    ).outputs[0]
    height = t.math('ADD', fine, t.math('MULTIPLY', coarse, 2.0))
    normal = t.n('Bump', i_Height=height, i_Strength=bump, i_Distance=0.35).outputs[0]
    diffuse = t.n('BsdfDiffuse', i_Color=mixed, i_Normal=normal).outputs[0]
    painted = t.n(
        'Emission', i_Color=(*[min(1.1, c * 1.2) for c in colour], 1), i_Strength=stage.painted(t, False)
    ).outputs[0]
    t.out(t.mix(t.n('LightPath').outputs['Is Glossy Ray'], diffuse, painted), 'ground')
    return material


def put(scene, name, points, faces, material, at=None, smooth=None):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points, [], faces)
    mesh.materials.append(material)
    thing = bpy.data.objects.new(name, mesh)
    scene.collection.objects.link(thing)
    if at:
        thing.matrix_world = at
    if smooth is not None:
        mesh.shade_smooth()
        mesh.set_sharp_from_angle(angle=radians(smooth))
    # Stones sample their own mosaic: the set would only make them grey.
    thing.visible_transmission = False
    return thing


def block(scene, name, size, material, at, bevel=1.0):
    """A block with soft edges, its top at z = 0."""
    made = bmesh.new()
    bmesh.ops.create_cube(made, size=1)
    bmesh.ops.scale(made, vec=size, verts=made.verts)
    bmesh.ops.translate(made, vec=(0, 0, -size[2] / 2), verts=made.verts)
    bmesh.ops.bevel(made, geom=list(made.edges), offset=bevel, segments=6, affect='EDGES', profile=0.5)
    points = [tuple(vertex.co) for vertex in made.verts]
    faces = [[vertex.index for vertex in face.verts] for face in made.faces]
    made.free()
    return put(scene, name, points, faces, material, at, smooth=40)


def drum(scene, name, radius, height, material, at, bevel=1.0):
    """A round plinth, its top at z = 0."""
    steps = [pi / 2 * i / 6 for i in range(7)]
    profile = (
        [(0.01, 0)]
        + [(radius - bevel + bevel * sin(a), -bevel + bevel * cos(a)) for a in steps]
        + [(radius, -height)]
    )
    count = 160
    points = [
        (r * cos(2 * pi * j / count), r * sin(2 * pi * j / count), z) for r, z in profile for j in range(count)
    ]
    faces = [
        [i * count + j, (i + 1) * count + j, (i + 1) * count + (j + 1) % count, i * count + (j + 1) % count]
        for i in range(len(profile) - 1)
        for j in range(count)
    ]
    return put(scene, name, points, faces, material, at, smooth=40)


def fronds(scene, sun, places):
    """Palm leaves that only cast shadows. Each: position on the ground, direction, length, distance along the sun's ray."""
    material, t = materials.new('frond')
    t.out(t.n('BsdfDiffuse', i_Color=(0.1, 0.1, 0.1, 1)).outputs[0])
    random = np.random.RandomState(4)
    sun = Vector(sun).normalized()
    right = Vector((-sun.y, sun.x, 0)).normalized()
    up = sun.cross(right)
    for x, y, angle, length, height in places:
        middle = Vector((x, y, 0)) + sun * height
        c, s = cos(angle), sin(angle)

        def at(u, v):
            return tuple(middle + right * (u * c - v * s) + up * (u * s + v * c))

        points, faces = [], []

        def ribbon(pairs):
            first = len(points)
            for pair in pairs:
                points.extend(pair)
            faces.extend(
                [first + 2 * j, first + 2 * j + 1, first + 2 * j + 3, first + 2 * j + 2] for j in range(len(pairs) - 1)
            )

        for i in range(19):
            along = i / 18
            u0, v0 = along * length, -0.10 * length * along * along
            for side in (1, -1):
                long = length * 0.46 * sin(pi * (0.14 + 0.82 * along)) ** 0.8 * random.uniform(0.88, 1.08)
                a = side * (1.15 - 0.75 * along) + random.normal(0, 0.05)
                pairs = []
                for j in range(10):
                    q = j / 9
                    w = length * 0.020 * sin(pi * min(1, 0.06 + 0.94 * q)) ** 0.7 * (1 if q < 0.97 else 0.2)
                    droop = -side * 0.12 * long * q * q
                    u = u0 + long * q * cos(a) - droop * sin(a) * side
                    v = v0 + long * q * sin(a) + droop * cos(a)
                    pairs.append((at(u - w * sin(a), v + w * cos(a)), at(u + w * sin(a), v - w * cos(a))))
                ribbon(pairs)
        ribbon(
            [
                (at(q * length, -0.10 * length * q * q + length * 0.006), at(q * length, -0.10 * length * q * q - length * 0.006))
                for q in (i / 19 for i in range(20))
            ]
        )
        leaf = put(scene, 'frond', points, faces, material)
        for ray in ('camera', 'diffuse', 'glossy', 'transmission', 'volume_scatter'):
            setattr(leaf, f'visible_{ray}', False)


def at(x, y, z, turn=0.0):
    return Matrix.Translation((x, y, z)) @ Matrix.Rotation(radians(turn), 4, 'Z')


def room(scene, depth, wall):
    floor = plaster('floor', WALL, 0.02, 0.05, 0.06)
    put(scene, 'floor', [(-900, -900, depth), (900, -900, depth), (900, 900, depth), (-900, 900, depth)], [[0, 1, 2, 3]], floor)
    put(
        scene,
        'wall',
        [(-900, wall, -100), (900, wall, -100), (900, wall, 900), (-900, wall, 900)],
        [[0, 1, 2, 3]],
        plaster('wall', WALL, 0.02, 0.05, 0.08),
    )


def steps(scene):
    """Two blocks in front of a wall."""
    room(scene, -13, 120)
    slab = plaster('slab', STONE, 0.07, 0.5, 0.5)
    block(scene, 'front', (56, 44, 13), slab, at(7, 4, 0, -14))
    block(scene, 'back', (38, 30, 30), slab, at(34, 40, 16, 20))
    fronds(scene, PALMS['direction'], [(-34, 74, 0.10, 66, 70), (-74, 26, 0.55, 62, 80), (0, 128, -0.35, 80, 75)])
    return PALMS


def ledge(scene):
    """A broad block for wide pieces, and a round one behind it."""
    room(scene, -16, 190)
    slab = plaster('slab', STONE, 0.07, 0.35, 0.5)
    block(scene, 'front', (130, 92, 16), slab, at(14, 6, 0, -10), bevel=1.6)
    drum(scene, 'round', 34, 40, slab, at(58, 78, 20), bevel=1.6)
    fronds(scene, PALMS['direction'], [(-60, 120, 0.10, 110, 120), (-140, 40, 0.55, 110, 130), (0, 200, -0.35, 130, 120)])
    return PALMS


def plinths(scene):
    """Two round plinths of different height."""
    room(scene, -15, 110)
    slab = plaster('slab', STONE, 0.06, 0.5, 0.45)
    drum(scene, 'low', 24, 15, slab, at(-6, -4, 0))
    drum(scene, 'high', 15, 30, slab, at(18, 20, 9))
    fronds(scene, PALMS['direction'], [(-30, 66, 0.2, 60, 66), (-64, 20, 0.6, 58, 74)])
    return PALMS


def table(scene):
    """A plastered table from above, the shadow of a palm across it."""
    floor = plaster('table', STONE, 0.04, 0.06, 0.16)
    put(scene, 'table', [(-900, -900, 0), (900, -900, 0), (900, 900, 0), (-900, 900, 0)], [[0, 1, 2, 3]], floor)
    fronds(scene, PALMS['direction'], [(-46, 34, -0.1, 60, 66), (-10, 64, 0.5, 66, 80)])
    return PALMS


SETS = dict(steps=steps, ledge=ledge, plinths=plinths, table=table)
