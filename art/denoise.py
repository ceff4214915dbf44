"""Feature-guided non-local means over two half renders (after Rousselle et al. 2012/13), numpy and OpenCV only."""

import cv2
import numpy as np


def comp(x):
    return np.power(np.maximum(x, 0) + 1e-4, 1 / 2.4).astype(np.float32)


def shift(a, dx, dy):
    return cv2.warpAffine(
        a,
        np.float32([[1, 0, -dx], [0, 1, -dy]]),
        (a.shape[1], a.shape[0]),
        flags=cv2.INTER_NEAREST,
        borderMode=cv2.BORDER_REFLECT_101,
    )


def nlm(A, B, feats, r=8, pr=3, k=0.55, kf=0.7):
    """filter A with weights from B. feats: list of (mean, var, floor): features closer than the floor count as equal"""
    cA, cB = comp(A), comp(B)
    e2 = ((cA - cB) ** 2 * 0.5).mean(-1)
    v = np.maximum(cv2.blur(e2, (9, 9)), cv2.GaussianBlur(e2, (0, 0), 1.2)) + 2e-6
    vv = v  # max(): narrow bokeh edges keep their own high variance
    H, W = v.shape
    num = np.zeros_like(A)
    den = np.zeros((H, W), np.float32)
    P = (2 * pr + 1,) * 2
    for dy in range(-r, r + 1):
        for dx in range(-r, r + 1):
            if dx * dx + dy * dy > r * r + 1:
                continue
            sB = shift(cB, dx, dy)
            sv = shift(vv, dx, dy)
            d = ((cB - sB) ** 2).mean(-1)
            d = (d - (v + np.minimum(v, sv))) / (k * k * (v + sv))
            d = cv2.blur(d, P)
            w = np.exp(-np.maximum(d, 0))
            for f, fv, floor in feats:
                sf = shift(f, dx, dy)
                e = ((f - sf) ** 2).sum(-1) if f.ndim == 3 else (f - sf) ** 2
                e = np.maximum(e - 2 * fv, 0) / (kf * kf * np.maximum(fv * 2, floor))
                w = np.minimum(w, np.exp(-e))
            sA = shift(A, dx, dy)
            num += sA * w[..., None]
            den += w
    return num / den[..., None]


def denoise(z, r=8, k=0.55, curved=4e-4):
    """z: the float32 buffers written by render_scene.py. Returns the filtered linear picture.

    curved: squared difference of normals that counts as the same surface; 4e-3 keeps smooth cylinders free of streaks."""
    A, B = z["Alin"], z["Blin"]
    # firefly guard: where A and B disagree wildly take the smaller
    m = np.maximum(A, B).max(-1) > 4 * (np.minimum(A, B).max(-1) + 0.05)
    lo = np.minimum(A, B)
    A = np.where(m[..., None], lo, A)
    B = np.where(m[..., None], lo, B)
    D = 1.0
    if "Aalb" in z:
        a, b = z["Aalb"], z["Balb"]
        al = (a + b) * 0.5
        rel = cv2.GaussianBlur(np.abs(a - b).mean(-1), (0, 0), 1.5)  # noisy albedo (bokeh) -> do not divide
        w = np.clip(1 - rel / 0.03, 0, 1)[..., None]
        D = (al + 0.03) * w + (1 - w) * 1.0
        A, B = A / D, B / D
    feats = []
    for t, floor in (("alb", 4e-4), ("nrm", curved)):
        if "A" + t in z:
            a, b = z["A" + t], z["B" + t]
            e2 = ((a - b) ** 2).sum(-1) * 0.25
            fv = np.maximum(cv2.blur(e2, (5, 5)), cv2.GaussianBlur(e2, (0, 0), 1.0))
            f = (a + b) * 0.5
            tb = np.clip(np.sqrt(cv2.GaussianBlur(fv, (0, 0), 2)) / 0.06, 0, 1)[
                ..., None
            ]  # bokeh: features are noise there -> prefilter them, else single-pixel speckle survives
            feats.append((f * (1 - tb) + cv2.GaussianBlur(f, (0, 0), 4) * tb, fv, floor))
    fa, fb = nlm(A, B, feats, r, k=k), nlm(B, A, feats, r, k=k)
    x = (fa + fb) * 0.5
    # second stage: where the two filtered halves still disagree (bokeh rims, knurl sparkle) soften the LIGHTING only (albedo divided out -> print and texture stay sharp)
    res = cv2.GaussianBlur(np.abs(comp(fa) - comp(fb)).mean(-1), (0, 0), 1.5)
    t = np.clip((res - 0.016) / 0.035, 0, 1)[..., None]
    x = (x * (1 - t) + cv2.GaussianBlur(x, (0, 0), 1.2) * t) * D
    if (
        "coc" in z
    ):  # far/near bokeh cannot hold detail below its blur disc: smooth it, never bleeding over the sharp subject
        c = z["coc"]
        for lo_, sg in ((7, 2.0), (16, 4.5), (30, 8.0)):
            m = (c > lo_).astype(np.float32)
            if m.mean() < 0.01:
                continue
            pad = int(lo_ * 0.6) * 2 + 1
            m = cv2.erode(m, np.ones((pad, pad)))
            g = cv2.GaussianBlur(m, (0, 0), sg)
            b = cv2.GaussianBlur(x * m[..., None], (0, 0), sg) / np.maximum(g, 1e-3)[..., None]
            a = (cv2.GaussianBlur(m, (0, 0), 3) * m)[..., None]
            x = x * (1 - a) + b * a
    return x
