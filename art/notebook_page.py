"""Draw the printed training grid with its pencilled entries.

Runs outside Blender (PIL's FreeType collides with Blender's own):  python3 notebook_page.py OUT.png
"""

import os
import sys

import numpy as np
from PIL import Image, ImageDraw, ImageFont

FONTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fonts")
PAPER, INK, GREY, LINE, SHADE = (250, 248, 243), (22, 24, 28), (92, 92, 95), (160, 158, 152), (226, 223, 215)
GRAPHITE = (34, 36, 44)
DAYS = ("PN", "WT", "ŚR", "CZ", "PT", "SB", "ND")
# one row an exercise: what is written under each day ("v" is a tick)
ROWS = (
    ("PRZYSIAD", ("4×6", "", "4×6", "", "5×5", "", "")),
    ("WYCISKANIE", ("4×8", "", "", "4×8", "", "", "")),
    ("POMPKI", ("v", "3×12", "", "3×12", "", "v", "")),
    ("WYKROKI", ("", "3×10", "", "3×10", "", "", "")),
    ("MOSTEK", ("3×12", "", "3×12", "", "3×12", "", "")),
    ("UGINANIE", ("", "3×10", "", "", "3×10", "", "")),
    ("DESKA", ("v", "v", "v", "v", "", "", "")),
    ("ROWER", ("", "", "", "30'", "", "45'", "")),
    ("BIEG", ("", "5 km", "", "", "", "8 km", "")),
)
W, H = 2220, 3150


def font(name, size):
    """One of the bundled fonts at a pixel size."""
    return ImageFont.truetype(os.path.join(FONTS, name + ".ttf"), size)


def pencilled(im, centre, text, rng, size=116):
    """Write text by hand: a little turned, a little uneven, as pressure on a pencil is."""
    cell = Image.new("L", (460, 260), 0)
    pen = ImageDraw.Draw(cell)
    if text == "v":
        pen.line([(195, 134), (222, 172), (280, 78)], fill=235, width=13, joint="curve")
    else:
        pen.text((230, 130), text, font=font("caveat-400", size), fill=235, anchor="mm", stroke_width=2)
    grain = rng.normal(1.0, 0.10, (260, 460))
    cell = Image.fromarray(np.clip(np.asarray(cell) * grain, 0, 255).astype(np.uint8))
    cell = cell.rotate(rng.normal(2, 2.5), resample=Image.BICUBIC)
    x, y = int(centre[0] + rng.normal(0, 7)), int(centre[1] + rng.normal(0, 5))
    im.paste(Image.new("RGB", cell.size, GRAPHITE), (x - 230, y - 130), cell)


def draw(path):
    """Save the whole page."""
    im = Image.new("RGB", (W, H), PAPER)
    d = ImageDraw.Draw(im)
    rng = np.random.default_rng(5)
    left, right, top = 150, W - 150, 640
    d.text((left, 400), "PLAN TRENINGOWY", font=font("barlow-condensed-700", 190), fill=INK, anchor="ls")
    d.text((right, 400), "TYDZIEŃ 3", font=font("barlow-condensed-600", 118), fill=GREY, anchor="rs")
    d.rectangle((left, 470, right, 482), fill=INK)
    label, head, rh = 400, 130, 178
    cw = (right - left - label) / 7
    d.rectangle((left, top - head, right, top), fill=SHADE)
    for c, day in enumerate(DAYS):
        d.text(
            (left + label + (c + 0.5) * cw, top - head / 2),
            day,
            font=font("barlow-condensed-700", 84),
            fill=INK,
            anchor="mm",
        )
    for r, (name, _) in enumerate(ROWS):
        y = top + (r + 0.5) * rh
        d.text((left + 24, y), name, font=font("barlow-condensed-600", 80), fill=INK, anchor="lm")
    bottom = top + len(ROWS) * rh
    for r in range(len(ROWS) + 1):
        d.line((left, top + r * rh, right, top + r * rh), fill=LINE, width=5)
    for x in [left] + [left + label + c * cw for c in range(8)]:
        d.line((x, top - head, x, bottom), fill=LINE, width=5)
    for r, (_, cells) in enumerate(ROWS):
        for c, text in enumerate(cells):
            if text:
                pencilled(im, (left + label + (c + 0.5) * cw, top + (r + 0.5) * rh), text, rng)
    d.text((left, bottom + 150), "NOTATKI", font=font("barlow-condensed-600", 80), fill=GREY, anchor="ls")
    for k in range(4):
        d.line((left, bottom + 320 + k * 150, right, bottom + 320 + k * 150), fill=LINE, width=4)
    pencilled(im, (left + 220, bottom + 262), "+2,5 kg", rng, 140)
    im.save(path)


if __name__ == "__main__":
    draw(sys.argv[1])
