"""Materials by their names in the GLB: `metal_yellow`, `metal_yellow_brushed`, `gem_ruby`, `stone_pearl`."""
from math import exp

import bpy
import surroundings

# Linear base colours.
METALS = dict(
    yellow=(1.00, 0.725, 0.365),
    rose=(0.97, 0.62, 0.47),
    white=(0.87, 0.85, 0.81),
    platinum=(0.80, 0.79, 0.775),
    silver=(0.96, 0.95, 0.93),
    oxidised=(0.50, 0.49, 0.475),
)
WHITE_METALS = ('white', 'platinum', 'silver', 'oxidised')

# Index of refraction, dispersion, and absorption of red, green and blue across the stone.
GEMS = {
    'diamond': (2.417, 0.040, None),
    'ruby': (1.766, 0.018, (0.42, 4.4, 2.7)),
    'sapphire': (1.766, 0.018, (3.0, 1.75, 0.62)),
    'pink-sapphire': (1.766, 0.018, (0.06, 1.25, 0.55)),
    'emerald': (1.58, 0.014, (4.6, 1.0, 2.15)),
    'morganite': (1.585, 0.014, (0.03, 0.36, 0.25)),
    'amethyst': (1.545, 0.013, (0.5, 1.3, 0.25)),
    'citrine': (1.545, 0.013, (0.05, 0.35, 1.6)),
    'aquamarine': (1.577, 0.014, (0.42, 0.1, 0.05)),
    'topaz': (1.61, 0.014, (0.95, 0.26, 0.06)),
    'peridot': (1.67, 0.020, (0.75, 0.18, 1.9)),
    'garnet': (1.76, 0.024, (0.35, 3.2, 2.6)),
}


class Nodes:
    """Builder for shader nodes: `n('Emission', i_Color=…)` adds one, links sockets and sets values."""

    def __init__(self, tree):
        self.tree = tree

    def n(self, kind, **settings):
        node = self.tree.nodes.new('ShaderNode' + kind)
        for name, value in settings.items():
            if not name.startswith('i_'):
                setattr(node, name, value)
                continue
            key = name[2:]
            key = int(key) if key.isdigit() else key.replace('_', ' ')
            if isinstance(value, bpy.types.NodeSocket):
                self.tree.links.new(value, node.inputs[key])
            else:
                node.inputs[key].default_value = value
        return node

    def math(self, operation, a, b=0.0):
        node = self.tree.nodes.new('ShaderNodeMath')
        node.operation = operation
        for i, value in enumerate((a, b)):
            if isinstance(value, bpy.types.NodeSocket):
                self.tree.links.new(value, node.inputs[i])
            else:
                node.inputs[i].default_value = value
        return node.outputs[0]

    def mix(self, factor, a, b):
        node = self.tree.nodes.new('ShaderNodeMixShader')
        for socket, source in zip(node.inputs, (factor, a, b)):
            self.tree.links.new(source, socket)
        return node.outputs[0]

    def add(self, a, b):
        node = self.n('AddShader')
        self.tree.links.new(a, node.inputs[0])
        self.tree.links.new(b, node.inputs[1])
        return node.outputs[0]

    def product(self, a, b):
        node = self.n('MixRGB', blend_type='MULTIPLY', i_Fac=1.0)
        for socket, value in ((node.inputs[1], a), (node.inputs[2], b)):
            if isinstance(value, bpy.types.NodeSocket):
                self.tree.links.new(value, socket)
            else:
                socket.default_value = value
        return node.outputs[0]

    def out(self, shader, mask=None):
        """`mask`: the image of where this material is visible."""
        output = self.n('OutputMaterial')
        self.tree.links.new(shader, output.inputs[0])
        if mask:
            aov = self.n('OutputAOV')
            aov.aov_name = mask
            aov.inputs[1].default_value = 1


def new(name):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    material.node_tree.nodes.clear()
    material.cycles.emission_sampling = 'NONE'
    return material, Nodes(material.node_tree)


def metal(tone, finish=None):
    colour = METALS[tone]
    material, t = new(f'studio_metal_{tone}_{finish}')
    rays, weight = t.n('LightPath'), t.n('LayerWeight', i_Blend=0.5)
    schlick = t.math('POWER', weight.outputs['Facing'], 5.0)
    seen = t.n('MixRGB', i_Fac=schlick, i_Color1=(*colour, 1), i_Color2=(1, 1, 1, 1)).outputs[0]
    roughness = {'brushed': 0.24, 'antique': 0.09}.get(finish, 0.11 if tone == 'oxidised' else 0.05)
    if finish == 'antique' or tone == 'oxidised':
        # Dark in the hollows, bright where it would be worn.
        geometry = t.n('NewGeometry')
        hollow = t.n('MapRange', interpolation_type='SMOOTHSTEP')
        t.tree.links.new(geometry.outputs['Pointiness'], hollow.inputs['Value'])
        for name, value in zip(('From Min', 'From Max', 'To Min', 'To Max'), (0.44, 0.53, 0.16, 1.0)):
            hollow.inputs[name].default_value = value
        seen = t.product(seen, hollow.outputs[0])
    gloss = t.n('BsdfGlossy', i_Color=seen, i_Roughness=roughness, distribution='GGX')
    if finish == 'brushed':
        # Fine lines along the band.
        place = t.n('TexCoord')
        stretch = t.n('Mapping', i_Vector=place.outputs['Object'])
        stretch.inputs['Scale'].default_value = (1.2, 46, 1.2)
        noise = t.n('TexNoise', i_Vector=stretch.outputs[0], i_Scale=1.0, i_Detail=2.0)
        bump = t.n('Bump', i_Height=noise.outputs[0], i_Strength=0.35, i_Distance=0.05)
        t.tree.links.new(bump.outputs[0], gloss.inputs['Normal'])
    # Diffuse rays that hit metal get a warm glow instead of a caustic path.
    glow = t.n('Emission', i_Color=(*[c**1.5 for c in colour], 1), i_Strength=0.45)
    # Paths that left a stone ignore metal, so that small sunk stones stay clear.
    through = t.n('BsdfTransparent')
    body = t.mix(t.math('GREATER_THAN', rays.outputs['Transmission Depth'], 0.5), gloss.outputs[0], through.outputs[0])
    t.out(t.mix(rays.outputs['Is Diffuse Ray'], body, glow.outputs[0]), 'metal')
    return material


def porcelain():
    """Of display forms: matte, warm white. Mirror rays see it evenly lit, so that metal on it shows no noise."""
    material, t = new('studio_form')
    colour = (0.79, 0.73, 0.665, 1)
    diffuse = t.n('BsdfDiffuse', i_Color=colour, i_Roughness=0.6)
    mirrored = t.n('Emission', i_Color=(*[min(1, c * 1.1) for c in colour[:3]], 1), i_Strength=0.62)
    t.out(t.mix(t.n('LightPath').outputs['Is Glossy Ray'], diffuse.outputs[0], mirrored.outputs[0]), 'ground')
    return material


class GemShader:
    """A faceted stone without noise: outside, refraction plus the environment map at the mirror vector; inside, the
    stronger of reflection and refraction. Its index is shifted for red and blue, which makes fire."""

    def __init__(self, name, size, surface_picture):
        self.index, self.dispersion, absorbed = GEMS[name]
        self.material, t = new(f'studio_gem_{name}_{size:g}')
        rays, geometry = t.n('LightPath'), t.n('NewGeometry')
        self.value = t.n('Value')
        self.turn(1)
        index = self.value.outputs[0]
        fresnel = t.n('Fresnel', i_IOR=index).outputs[0]
        inside = geometry.outputs['Backfacing']
        mirrored = t.math('GREATER_THAN', fresnel, 0.5)
        outside = t.math('SUBTRACT', 1.0, inside)
        colour = (1, 1, 1, 1)
        if absorbed:
            channels = [
                t.math('EXPONENT', t.math('MULTIPLY', rays.outputs['Ray Length'], -a * 1.6 / size)) for a in absorbed
            ]
            along = t.n('CombineColor', i_0=channels[0], i_1=channels[1], i_2=channels[2])
            colour = t.n('MixRGB', i_Fac=inside, i_Color1=(1, 1, 1, 1), i_Color2=along.outputs[0]).outputs[0]
        refraction = t.n('BsdfRefraction', i_IOR=index, i_Roughness=0, distribution='GGX')
        mirror = t.n('BsdfGlossy', i_Roughness=0, distribution='GGX')
        kept = t.math('SUBTRACT', 1.0, t.math('MULTIPLY', fresnel, outside))
        if not absorbed and size < 4.5:
            # Small stones show an average, which would fade into the ground.
            kept = t.math('MULTIPLY', kept, t.math('SUBTRACT', 1.0, t.math('MULTIPLY', outside, 0.16)))
        t.tree.links.new(t.product(colour, kept), refraction.inputs['Color'])
        if absorbed:
            t.tree.links.new(colour, mirror.inputs['Color'])
        else:
            mirror.inputs['Color'].default_value = colour
        picture = t.n('TexEnvironment', i_Vector=t.n('TexCoord').outputs['Reflection'])
        picture.image = surroundings.image(surface_picture)
        # Coloured stones as through a polariser, otherwise they look milky.
        shine = t.math('MULTIPLY', t.math('MULTIPLY', fresnel, 0.55 if absorbed else 1.0), outside)
        surface = t.n('Emission', i_Color=picture.outputs[0], i_Strength=shine)
        body = t.mix(t.math('MULTIPLY', mirrored, inside), refraction.outputs[0], mirror.outputs[0])
        seen = t.add(body, surface.outputs[0])
        tint = [1, 1, 1] if not absorbed else [0.45 + 0.55 * exp(-a * 0.35) for a in absorbed]
        shade = t.n('BsdfTransparent', i_Color=(*[0.74 * x + 0.08 for x in tint], 1))
        glow = t.n('Emission', i_Color=(*[0.8 * x + 0.05 for x in tint], 1), i_Strength=0.75)
        seen = t.mix(rays.outputs['Is Diffuse Ray'], seen, glow.outputs[0])
        t.out(t.mix(rays.outputs['Is Shadow Ray'], seen, shade.outputs[0]), 'stone')

    def turn(self, channel, fire=0.8):
        """The index for red (0), green (1) or blue (2)."""
        self.value.outputs[0].default_value = self.index + self.dispersion * fire * (-0.45, 0, 0.65)[channel]


def sampled(t, picture, colour, strength):
    """The reflection sampled from an image: no ray, no noise."""
    texture = t.n('TexEnvironment', i_Vector=t.n('TexCoord').outputs['Reflection'])
    texture.image = surroundings.image(picture)
    return t.n('Emission', i_Color=t.product(texture.outputs[0], (*colour, 1)), i_Strength=strength).outputs[0]


def ramp(t, factor, stops):
    node = t.n('ValToRGB', i_0=factor)
    elements = node.color_ramp.elements
    (first, last), middle = (elements[0], elements[1]), stops[1:-1]
    first.position, first.color = stops[0][0], (*stops[0][1], 1)
    last.position, last.color = stops[-1][0], (*stops[-1][1], 1)
    for position, colour in middle:
        elements.new(position).color = (*colour, 1)
    return node.outputs[0]


def pearl():
    material, t = new('studio_stone_pearl')
    facing = t.n('LayerWeight', i_Blend=0.5).outputs['Facing']
    nacre = ramp(
        t,
        facing,
        ((0, (0.91, 0.855, 0.80)), (0.35, (0.89, 0.815, 0.775)), (0.62, (0.79, 0.765, 0.715)), (1, (0.60, 0.56, 0.54))),
    )
    diffuse = t.n('BsdfDiffuse', i_Color=nacre)
    body = t.n('MixShader', i_Fac=0.32)
    t.tree.links.new(diffuse.outputs[0], body.inputs[1])
    t.tree.links.new(sampled(t, 'sheen', (1, 0.94, 0.90), 1.06), body.inputs[2])
    coat = t.n('Fresnel', i_IOR=1.60).outputs[0]
    t.out(t.mix(coat, body.outputs[0], sampled(t, 'pearl', (1, 0.98, 0.96), 1.5)), 'metal')
    return material


def opaque(name):
    """Domed stones under a polished surface."""
    if name == 'pearl':
        return pearl()
    material, t = new(f'studio_stone_{name}')
    place = t.n('TexCoord').outputs['Object']
    facing = t.n('LayerWeight', i_Blend=0.5).outputs['Facing']
    sheen, coat = 0.0, 1.55
    if name == 'onyx':
        colour = t.n('RGB').outputs[0]
        colour.default_value = (0.006, 0.006, 0.007, 1)
    elif name == 'turquoise':
        noise = t.n('TexNoise', i_Vector=place, i_Scale=0.55, i_Detail=6.0, i_Roughness=0.62).outputs[0]
        colour = ramp(
            t, noise, ((0.30, (0.16, 0.10, 0.06)), (0.385, (0.03, 0.33, 0.36)), (0.55, (0.05, 0.45, 0.47)), (0.8, (0.09, 0.52, 0.52)))
        )
        coat = 1.45
    elif name == 'moonstone':
        colour = ramp(t, facing, ((0, (0.62, 0.72, 0.90)), (0.4, (0.80, 0.83, 0.88)), (1, (0.74, 0.73, 0.72))))
        sheen = 0.34
    elif name == 'opal':
        noise = t.n('TexVoronoi', i_Vector=place, i_Scale=1.5, feature='SMOOTH_F1')
        hue = ramp(
            t,
            noise.outputs['Distance'],
            ((0.05, (0.20, 0.62, 0.75)), (0.25, (0.50, 0.80, 0.62)), (0.42, (0.93, 0.80, 0.58)), (0.58, (0.95, 0.60, 0.58)), (0.8, (0.55, 0.50, 0.85))),
        )
        colour = t.n('MixRGB', i_Fac=0.55, i_Color1=hue, i_Color2=(0.90, 0.89, 0.87, 1)).outputs[0]
        sheen = 0.2
    else:  # polki: an uncut diamond over foil
        noise = t.n('TexVoronoi', i_Vector=place, i_Scale=0.9).outputs['Color']
        grey = t.n('RGBToBW', i_0=noise).outputs[0]
        colour = ramp(t, grey, ((0, (0.58, 0.56, 0.52)), (0.5, (0.80, 0.79, 0.76)), (1, (0.93, 0.93, 0.92))))
        sheen, coat = 0.3, 2.2
    diffuse = t.n('BsdfDiffuse', i_Color=colour).outputs[0]
    body = diffuse
    if sheen:
        mixed = t.n('MixShader', i_Fac=sheen)
        t.tree.links.new(diffuse, mixed.inputs[1])
        t.tree.links.new(sampled(t, 'sheen', (0.96, 0.98, 1), 1.0), mixed.inputs[2])
        body = mixed.outputs[0]
    fresnel = t.n('Fresnel', i_IOR=coat).outputs[0]
    t.out(t.mix(fresnel, body, sampled(t, 'gold', (1, 1, 1), 1.1)), 'metal')
    return material
