"""Environment maps: pictures of a studio, painted by numpy, that mirror rays and rays out of stones sample.

Each kind of ray has a separate map, so that there is little noise and few samples are enough: mirror rays a studio of soft
boxes and black cards, rays that leave a stone a mosaic of bright and dark cells (every path through the stone then has
contrast), diffuse rays an even dome and one wide sun.
"""

from math import cos, pi, radians, sin, tan

import bpy
import cv2
import numpy as np

WARM = (1.0, 0.985, 0.96)
COOL = (0.965, 0.985, 1.0)


def directions(height=512):
    """Unit vectors of an equirectangular picture, twice as wide as high."""
    u = (np.arange(2 * height) + 0.5) / (2 * height)
    v = (np.arange(height) + 0.5) / height
    azimuth, elevation = -(u - 0.5) * 2 * pi, (v - 0.5) * pi
    return np.stack(
        [
            np.cos(elevation)[:, None] * np.cos(azimuth)[None],
            np.cos(elevation)[:, None] * np.sin(azimuth)[None],
            np.repeat(np.sin(elevation)[:, None], 2 * height, 1),
        ],
        -1,
    )


def smoothstep(low, high, x):
    t = np.clip((x - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def card(all_directions, azimuth, elevation, half_width, half_height, soft=0.06, roll=0):
    """A rectangular card as seen from the centre, in degrees; azimuth 0 is right, -90 the camera. Returns mask, x and y."""
    a, e = radians(azimuth), radians(elevation)
    centre = np.array([cos(e) * cos(a), cos(e) * sin(a), sin(e)])
    right = np.array([-sin(a), cos(a), 0])
    up = np.cross(centre, right)
    c, s = cos(radians(roll)), sin(radians(roll))
    right, up = right * c + up * s, up * c - right * s
    ahead = all_directions @ centre
    x = (all_directions @ right) / np.maximum(ahead, 1e-4) / tan(radians(half_width))
    y = (all_directions @ up) / np.maximum(ahead, 1e-4) / tan(radians(half_height))
    soft_x, soft_y = soft * 10 / half_width, soft * 10 / half_height
    mask = (
        (ahead > 0)
        * (1 - smoothstep(1 - soft_x, 1 + soft_x, np.abs(x)))
        * (1 - smoothstep(1 - soft_y, 1 + soft_y, np.abs(y)))
    )
    return mask, np.clip(x, -1, 1), np.clip(y, -1, 1)


def put(picture, mask, value, colour=(1, 1, 1)):
    value = np.asarray(value)
    if value.ndim == 0:
        value = np.full(mask.shape, float(value))
    picture[:] = picture * (1 - mask[..., None]) + mask[..., None] * value[..., None] * np.array(colour)


def studio(kind):
    """`gold`: bright, with narrow black cards. `white`: darker, with wide flags, otherwise white metal has no contrast; `dim`:
    the same with little light overhead, for white metal that faces up. `pearl`: no cards at all."""
    all_directions = directions()
    z = all_directions[..., 2]
    white = kind in ('white', 'dim')
    base = 0.26 + 0.40 * smoothstep(-0.1, 1, z) if white else 0.46 + 0.34 * smoothstep(-0.1, 1, z)
    picture = np.ones(all_directions.shape) * base[..., None]
    put(picture, (z < 0) * 1.0, 0.80, WARM)
    for azimuth, elevation, width, height, soft, value, colour in (
        (90, 84, 52, 40, 0.15, lambda x, y: 1.25 - 0.25 * y, WARM),  # overhead
        (172, 30, 34, 34, 0.10, lambda x, y: 1.55 + 0.45 * x, WARM),  # left
        (8, 34, 20, 36, 0.10, lambda x, y: 1.35 - 0.35 * x, COOL),  # right
        (-90, 34, 24, 9, 0.10, lambda x, y: 1.1, WARM),  # front
        (90, 16, 30, 12, 0.2, lambda x, y: 0.9 + 0.2 * y, WARM),  # rear
    ):
        mask, x, y = card(all_directions, azimuth, elevation, width, height, soft)
        put(picture, mask, value(x, y), colour)
    if kind == 'pearl':
        picture[:] = np.where((z < 0)[..., None], 0.62 + 0.25 * np.clip(-z, 0, 1)[..., None], picture)
        return cv2.GaussianBlur(picture.astype(np.float32), (0, 0), 3)
    # Gaps in the left soft box: a line in broad highlights.
    for azimuth, width, value in ((163, 2.6, 0.10), (186, 1.2, 0.25)):
        put(picture, card(all_directions, azimuth, 30, width, 40, 0.25)[0], value)
    black = ((-132, 9), (-40, 9), (128, 9), (46, 8)) if white else ((-132, 5.5), (-40, 5.5), (128, 6), (46, 5))
    for azimuth, width in black:
        mask, x, _ = card(all_directions, azimuth, 24, width, 38, 0.04)
        put(picture, mask * (1 - 0.45 * np.abs(x) ** 3) if white else mask, 0.015)
    if kind == 'dim':
        mask, x, y = card(all_directions, 90, 78, 46, 40, 0.2)
        put(picture, mask, 0.62 + 0.34 * smoothstep(-0.8, 0.8, x + 0.35 * y), COOL)
        for azimuth, roll in ((150, 64), (30, -52)):
            put(picture, card(all_directions, azimuth, 62, 3, 40, 0.2, roll)[0], 0.24)
    if white:
        # A dark bar behind and above gives flat pieces contrast.
        put(picture, card(all_directions, 90, 52, 64, 4.5, 0.05)[0], 0.02)
    put(picture, card(all_directions, -90, 8, 16, 9, 0.06)[0], 0.03)  # the camera
    return picture


def mosaic(seed=5, cells=150):
    """Bright, medium and dark cells all around, and a few hot spots for fire."""
    random = np.random.RandomState(seed)
    all_directions = directions(384)
    z = all_directions[..., 2]
    i = np.arange(cells) + 0.5
    turn = pi * (1 + 5**0.5) * i
    height = 1 - 2 * i / cells
    radius = np.sqrt(1 - height * height)
    middles = np.stack([radius * np.cos(turn), radius * np.sin(turn), height], -1) + random.normal(0, 0.07, (cells, 3))
    middles /= np.linalg.norm(middles, axis=1)[:, None]
    nearest = np.argmax(all_directions.reshape(-1, 3) @ middles.T, 1).reshape(z.shape)
    u = random.permutation(cells) / cells
    level = np.where(
        u < 0.30,
        0.02 + 0.14 * u / 0.30,
        np.where(u < 0.5, 0.32 + 0.3 * (u - 0.3) / 0.2, np.where(u < 0.95, 0.95 + 0.5 * (u - 0.5) / 0.45, 3.2)),
    )
    level = level * np.where(middles[:, 2] < -0.1, 0.82, 1.0)
    slant = random.normal(0, 1, (cells, 3))
    light = level[nearest] * (1 + 0.9 * np.einsum('hwc,hwc->hw', all_directions - middles[nearest], slant[nearest]))
    picture = np.repeat(np.clip(light, 0.01, 9)[..., None], 3, 2)
    picture *= (1 + random.normal(0, 0.02, (cells, 3)))[nearest]
    picture = cv2.GaussianBlur(picture, (0, 0), 1.6)
    for _ in range(30):
        spot = card(
            all_directions, random.uniform(0, 360), random.uniform(-20, 80), 2.0, 2.0, 0.03, random.uniform(0, 90)
        )
        put(picture, spot[0], random.uniform(6, 11))
    return picture


_painted = {}


def painted(name):
    """The pictures by name as numpy arrays, painted once per process."""
    if not _painted:
        pearl = studio('pearl').astype(np.float32)
        width = pearl.shape[1]
        _painted.update(
            gold=studio('gold'),
            white=studio('white'),
            dim=studio('dim'),
            stone=mosaic(),
            pearl=pearl,
            # For rough surfaces.
            sheen=cv2.GaussianBlur(np.hstack([pearl] * 3), (0, 0), 34)[:, width : 2 * width],
        )
    return _painted[name]


def image(name):
    """The picture as a Blender image in the open scene."""
    known = bpy.data.images.get(name)
    if known:
        return known
    pixels = painted(name)
    height, width = pixels.shape[:2]
    made = bpy.data.images.new(name, width, height, float_buffer=True, alpha=False)
    made.colorspace_settings.name = 'Linear Rec.709'
    rgba = np.ones((height, width, 4), np.float32)
    rgba[..., :3] = pixels
    made.pixels.foreach_set(rgba.ravel())
    made.update()
    return made



