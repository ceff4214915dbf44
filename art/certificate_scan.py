"""certificate_scan.py: draws content/photos/certificate-scan.jpg, a sheet that says where a scanned certificate belongs."""

import os

from PIL import Image, ImageDraw, ImageFilter, ImageFont

ART = os.path.dirname(os.path.abspath(__file__))
SIZE = (1754, 1240)
INK, FAINT, ACCENT = (16, 17, 19), (120, 122, 126), (255, 79, 26)


def lettering(size):
    return ImageFont.truetype(os.path.join(ART, "fonts", "barlow-condensed-700.ttf"), size)


def main():
    sheet = Image.new("RGB", SIZE, (250, 249, 246))
    d = ImageDraw.Draw(sheet)
    w, h = SIZE
    for inset, width in ((70, 6), (92, 2)):
        d.rectangle((inset, inset, w - inset, h - inset), outline=INK, width=width)
    d.text((w / 2, 400), "MIEJSCE NA SKAN", font=lettering(150), fill=INK, anchor="mm")
    d.text((w / 2, 560), "CERTYFIKATU", font=lettering(150), fill=INK, anchor="mm")
    d.text((w / 2, 700), "wzór", font=lettering(64), fill=FAINT, anchor="mm")
    d.line((330, 960, 760, 960), fill=FAINT, width=2)
    d.text((545, 1000), "podpis wystawcy", font=lettering(40), fill=FAINT, anchor="mm")
    for radius, colour in ((110, ACCENT), (70, (250, 249, 246)), (34, ACCENT)):
        d.ellipse((1290 - radius, 930 - radius, 1290 + radius, 930 + radius), fill=colour)
    sheet.filter(ImageFilter.GaussianBlur(0.6)).save(
        os.path.join(ART, "..", "content", "photos", "certificate-scan.jpg"), quality=90, optimize=True
    )


main()
