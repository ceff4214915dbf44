"""develop.py BUFFERS.npz PICTURE.(jpg|png) [--plain]: denoises (unless --plain), grades and writes the picture, without metadata."""

import json
import sys

import numpy as np
from PIL import Image

from denoise import denoise
from grade import grade

MAX_BYTES = 1_500_000


def save_jpeg(image, path):
    import io

    for quality in (93, 91, 89, 86, 82):
        data = io.BytesIO()
        image.save(data, "JPEG", quality=quality, subsampling=0, optimize=True, progressive=True)
        if data.tell() < MAX_BYTES:
            break
    with open(path, "wb") as f:
        f.write(data.getvalue())


def main():
    source, target = sys.argv[1:3]
    z = np.load(source)
    settings = json.loads(str(z["grade"]))
    buffers = {k: z[k].astype(np.float32) for k in z.files if k != "grade"}
    if "--plain" in sys.argv:
        linear = (buffers["Alin"] + buffers["Blin"]) / 2
    else:
        linear = denoise(buffers, **settings.pop("denoise", {}))
    settings.pop("denoise", None)
    image = Image.fromarray(grade(linear, **settings))
    if target.endswith(".jpg"):
        save_jpeg(image, target)
    else:
        image.save(target)


main()
