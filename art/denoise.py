"""Feature-guided non-local means over two half renders (after Rousselle et al. 2012/13), numpy and OpenCV only.

Each half is averaged with weights measured on the other half, so noise cannot vote for itself. Albedo is divided out
before and multiplied back afterwards: print and texture stay sharp while only the lighting is filtered.
"""

import cv2
import numpy as np

ROWS = 96  # rows filtered at a time, so that the working set stays in the processor's cache


def perceptual(x):
    return np.power(np.maximum(x, 0) + 1e-4, 1 / 2.4).astype(np.float32)


def smooth_variance(v, box, sigma):
    """The larger of two estimates: narrow out-of-focus edges keep their own high variance."""
    return np.maximum(cv2.blur(v, (box, box)), cv2.GaussianBlur(v, (0, 0), sigma))


def planes(x, pad):
    padded = cv2.copyMakeBorder(x, pad, pad, pad, pad, cv2.BORDER_REFLECT_101)
    return np.ascontiguousarray(np.atleast_3d(padded).transpose(2, 0, 1))


def cross_filter(a, b, features, radius, patch=3, k=0.55, kf=0.7):
    """Returns (a filtered by b's weights, b filtered by a's). features: list of (mean, variance, floor)."""
    height, width = a.shape[:2]
    pad = radius + patch
    pa, pb = perceptual(a), perceptual(b)
    variance = smooth_variance(((pa - pb) ** 2 * 0.5).mean(-1), 9, 1.2) + 2e-6
    variance = planes(variance, pad)[0]
    values = [planes(x, pad) for x in (a, b)]
    guides = [planes(x, pad) for x in (pb, pa)]
    features = [(planes(f, pad), 2 * v, 1 / (kf * kf * np.maximum(2 * v, floor))) for f, v, floor in features]
    offsets = [(y, x) for y in range(-radius, radius + 1) for x in range(-radius, radius + 1)]
    offsets = [(y, x) for y, x in offsets if y * y + x * x <= radius * radius + 1]
    out = [np.empty((height, width, 3), np.float32) for _ in values]
    for top in range(0, height, ROWS):
        rows = min(ROWS, height - top)

        def window(plane, dy=0, dx=0, margin=0):
            y, x = top + pad - margin + dy, pad - margin + dx
            return plane[..., y : y + rows + 2 * margin, x : x + width + 2 * margin]

        sums = [np.zeros((3, rows, width), np.float32) for _ in values]
        weights = [np.zeros((rows, width), np.float32) for _ in values]
        here = window(variance, margin=patch)
        for dy, dx in offsets:
            there = window(variance, dy, dx, patch)
            expected = here + np.minimum(here, there)
            scale = 1 / (k * k * (here + there))
            limit = np.zeros((rows, width), np.float32)
            for feature, doubled, inverse in features:
                e = ((window(feature) - window(feature, dy, dx)) ** 2).sum(0)
                e -= doubled[top : top + rows]
                e *= inverse[top : top + rows]
                np.maximum(limit, e, out=limit)
            for i in (0, 1):
                d = ((window(guides[i], margin=patch) - window(guides[i], dy, dx, patch)) ** 2).sum(0) / 3
                d = cv2.blur((d - expected) * scale, (2 * patch + 1,) * 2)[patch:-patch, patch:-patch]
                w = np.exp(-np.maximum(d, limit))
                sums[i] += w * window(values[i], dy, dx)
                weights[i] += w
        for i in (0, 1):
            out[i][top : top + rows] = (sums[i] / weights[i]).transpose(1, 2, 0)
    return out


def remove_fireflies(a, b):
    """Where the halves disagree wildly, both take the smaller value."""
    low = np.minimum(a, b)
    wild = (np.maximum(a, b).max(-1) > 4 * (low.max(-1) + 0.05))[..., None]
    return np.where(wild, low, a), np.where(wild, low, b)


def reliable_albedo(a, b):
    """Mean albedo, smoothed where it is itself noise: out of focus, or seen in a polished surface."""
    mean = (a + b) * 0.5
    noise = cv2.GaussianBlur(np.abs(a - b).mean(-1), (0, 0), 1.5)
    level = cv2.GaussianBlur(mean, (0, 0), 1.5).mean(-1)
    sure = np.clip(1.5 - noise / (0.08 * (level + 0.03)), 0, 1)[..., None]
    return mean * sure + cv2.GaussianBlur(mean, (0, 0), 5) * (1 - sure) + 0.03


def feature(a, b, floor):
    """(mean, variance, floor), the floor being a squared difference too small to matter; where the feature is noise, the mean is smoothed first, or speckles would survive."""
    variance = smooth_variance(((a - b) ** 2).sum(-1) * 0.25, 5, 1.0)
    noisy = np.clip(np.sqrt(cv2.GaussianBlur(variance, (0, 0), 2)) / 0.06, 0, 1)[..., None]
    mean = (a + b) * 0.5
    return (mean * (1 - noisy) + cv2.GaussianBlur(mean, (0, 0), 4) * noisy).astype(np.float32), variance, floor


def smooth_blur_discs(x, discs):
    """Far out of focus no detail smaller than the blur disc exists; smooth there without bleeding over sharp things."""
    for diameter, sigma in ((7, 2.0), (16, 4.5), (30, 8.0)):
        inside = (discs > diameter).astype(np.float32)
        if inside.mean() < 0.01:
            continue
        inside = cv2.erode(inside, np.ones((int(diameter * 0.6) * 2 + 1,) * 2))
        norm = np.maximum(cv2.GaussianBlur(inside, (0, 0), sigma), 1e-3)[..., None]
        blurred = cv2.GaussianBlur(x * inside[..., None], (0, 0), sigma) / norm
        amount = cv2.GaussianBlur(cv2.erode(inside, np.ones((13, 13))), (0, 0), 3)[..., None]
        x = x * (1 - amount) + blurred * amount
    return x


def denoise(z, r=8, k=0.55, curved=4e-4):
    """z: the float32 buffers written by render_scene.py. Returns the filtered linear picture.

    curved: squared difference of normals within one surface; 6e-3 keeps smooth cylinders free of streaks along them.
    """
    a, b = remove_fireflies(z["Alin"], z["Blin"])
    albedo = reliable_albedo(z["Aalb"], z["Balb"])
    features = [feature(z["A" + n], z["B" + n], floor) for n, floor in (("alb", 4e-4), ("nrm", curved))]
    fa, fb = cross_filter((a / albedo).astype(np.float32), (b / albedo).astype(np.float32), features, r, k=k)
    x = (fa + fb) * 0.5
    disagree = cv2.GaussianBlur(np.abs(perceptual(fa) - perceptual(fb)).mean(-1), (0, 0), 1.5)
    t = np.clip((disagree - 0.016) / 0.035, 0, 1)[..., None]
    x = (x * (1 - t) + cv2.GaussianBlur(x, (0, 0), 1.2) * t) * albedo
    return smooth_blur_discs(x, z["coc"]) if "coc" in z else x
