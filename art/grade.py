"""Tone curve: linear light in, display-referred 8-bit out. Soft shoulder, deep blacks, no clipped whites."""

import cv2
import numpy as np

BACKGROUND_GREY = 0.09  # how far the studio's background stays below white

LUMA = np.array([0.2126, 0.7152, 0.0722], np.float32)


def srgb(x):
    return np.where(x <= 0.0031308, 12.92 * x, 1.055 * np.power(np.maximum(x, 1e-8), 1 / 2.4) - 0.055)


def soft_shoulder(x, start):
    """Plain sRGB up to `start`, then an exponential shoulder towards 1."""
    y = srgb(x)
    return np.where(y < start, y, start + (1 - start) * (1 - np.exp(-(y - start) / (1 - start))))


def bloom(x, amount):
    s = x.shape[1] / 1200
    light = np.minimum(x, 8)
    glow = cv2.GaussianBlur(light, (0, 0), 14 * s) * 0.6 + cv2.GaussianBlur(light, (0, 0), 50 * s) * 0.4
    return x * (1 - amount) + glow * amount


def inside_edges(shape, left=0.0, right=0.0, top=0.0, bottom=0.0):
    """0 at the named edges, 1 inside; each width is the share of the picture over which the one becomes the other."""
    h, w = shape[:2]
    v, u = np.mgrid[0 : 1 : h * 1j, 0 : 1 : w * 1j]
    keep = np.ones((h, w))
    for width, distance in ((left, u), (right, 1 - u), (top, v), (bottom, 1 - v)):
        if width:
            t = np.clip(distance / width, 0, 1)
            keep *= t * t * (3 - 2 * t)
    return keep[..., None]


def fade_to_white(y, **edges):
    """Everything dissolves into the white page there."""
    return 1 - (1 - y) * inside_edges(y.shape, **edges)


def burn_background(y, **edges):
    """Only the light background becomes the page's white there; what stands before it is cut by the frame instead."""
    return y / (1 - BACKGROUND_GREY * (1 - inside_edges(y.shape, **edges)))


def grade(
    x,
    exposure=0.0,
    contrast=0.0,
    black=0.0,
    shoulder=0.62,
    saturation=1.0,
    warmth=0.0,
    glow=0.0,
    gain=1.0,
    vignette=0.0,
    grain=0.0,
    fade=None,
    burn=None,
):
    """x: height x width x RGB, linear. exposure in stops; black: level cut at the bottom; gain: stretch after the curve;
    fade, burn: arguments of inside_edges."""
    x = np.maximum(x, 0).astype(np.float32) * 2**exposure
    if glow:
        x = bloom(x, glow)
    x = x * np.array([1 + warmth, 1, 1 - warmth], np.float32)
    luma = (x * LUMA).sum(-1, keepdims=True)
    x = np.maximum(luma + (x - luma) * saturation, 0)
    y = np.clip(soft_shoulder(x, shoulder) * gain, 0, 1)
    y = y + contrast * (y * y * (3 - 2 * y) - y)
    y = np.clip((y - black) / (1 - black), 0, 1)
    h, w = y.shape[:2]
    noise = np.random.default_rng(1)
    if vignette:
        v, u = np.mgrid[-1 : 1 : h * 1j, -1 : 1 : w * 1j]
        y = y * (1 - vignette * np.clip((u**2 + v**2 - 0.35) / 1.65, 0, 1) ** 1.4)[..., None]
    if grain:
        y = y + noise.normal(0, grain, (h, w, 1)) * (0.4 + 0.6 * (1 - y))
    if burn:
        y = burn_background(y, **burn)
    if fade:
        y = fade_to_white(y, **fade)
    y = y + (noise.random((h, w, 1)) - 0.5) / 255  # against banding
    return (np.clip(y, 0, 1) * 255 + 0.5).astype(np.uint8)
