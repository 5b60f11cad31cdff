"""Post-processing of the linear render: denoising, bloom, tone mapping, sharpening."""
import ctypes as c
import os

import bpy
import cv2
import numpy as np


class Denoiser:
    """OpenImageDenoise from Blender's wheel, called with colour only: for mirrors and stones, albedo and normal guides
    gain less than 1 dB at seven times the cost."""

    library = None

    def __call__(self, picture):
        library = self._loaded()
        height, width = picture.shape[:2]
        picture = np.ascontiguousarray(picture, np.float32)
        result = np.empty_like(picture)
        filtering = library.oidnNewFilter(Denoiser.device, b'RT')
        for name, pixels in ((b'color', picture), (b'output', result)):
            library.oidnSetSharedFilterImage(filtering, name, pixels.ctypes.data, 3, width, height, 0, 0, 0)
        library.oidnSetFilterBool(filtering, b'hdr', True)
        library.oidnCommitFilter(filtering)
        library.oidnExecuteFilter(filtering)
        library.oidnReleaseFilter(filtering)
        message = c.c_char_p()
        if library.oidnGetDeviceError(Denoiser.device, c.byref(message)):
            raise RuntimeError(message.value)
        return result

    def _loaded(self):
        if Denoiser.library is None:
            folder = os.path.abspath(os.path.dirname(bpy.__file__) + '/../../../..')
            library = c.CDLL(f'{folder}/lib/libOpenImageDenoise.so.2')
            pointer = c.c_void_p
            for name, result, arguments in (
                ('oidnNewDevice', pointer, [c.c_int]),
                ('oidnCommitDevice', None, [pointer]),
                ('oidnNewFilter', pointer, [pointer, c.c_char_p]),
                ('oidnSetSharedFilterImage', None, [pointer, c.c_char_p, pointer, c.c_int] + [c.c_size_t] * 5),
                ('oidnSetFilterBool', None, [pointer, c.c_char_p, c.c_bool]),
                ('oidnCommitFilter', None, [pointer]),
                ('oidnExecuteFilter', None, [pointer]),
                ('oidnReleaseFilter', None, [pointer]),
                ('oidnGetDeviceError', c.c_int, [pointer, c.POINTER(c.c_char_p)]),
            ):
                function = getattr(library, name)
                function.restype, function.argtypes = result, arguments
            Denoiser.device = library.oidnNewDevice(1)
            library.oidnCommitDevice(Denoiser.device)
            Denoiser.library = library
        return Denoiser.library


denoised = Denoiser()


def finished(picture, dither=1.6):
    """8-bit sRGB. Replaces Blender's view transforms: AgX and Filmic turn the ground grey and halve the chroma of gold."""
    height, width = picture.shape[:2]
    scale = width / 1000
    bright = np.clip(picture - 1.0, 0, 4)
    x = picture + cv2.GaussianBlur(bright, (0, 0), 3 * scale) * 0.10 + cv2.GaussianBlur(bright, (0, 0), 14 * scale) * 0.05
    knee = 0.86

    def shoulder(v):
        return np.where(v < knee, v, knee + (1 - knee) * (1 - np.exp(-(v - knee) / (1 - knee) * 0.75)))

    peak = x.max(2, keepdims=True)
    shown = shoulder(peak)
    whiter = 1 - 1 / (0.25 * np.maximum(peak - shown, 0) + 1)
    same_hue = x * shown / np.maximum(peak, 1e-6) * (1 - whiter) + shown * whiter
    # 60 % per channel, 40 % hue-preserving: bright gold is neither lemon nor orange.
    y = np.clip(0.6 * shoulder(x) + 0.4 * same_hue, 0, 1)
    y = np.clip(y + 0.35 * (y - cv2.GaussianBlur(y, (0, 0), 0.8 * scale)), 0, 1)
    y = np.where(y <= 0.0031308, 12.92 * y, 1.055 * np.power(y, 1 / 2.4) - 0.055)
    # Dithering: a denoised ground would show banding.
    y = y + np.random.RandomState(1).uniform(-0.5, 0.5, (height, width, 1)) / 255 * dither
    return (np.clip(y, 0, 1) * 255 + 0.5).astype(np.uint8)
