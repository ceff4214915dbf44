"""develop.py BUFFERS.npz PICTURE.(jpg|png): denoises, grades and writes the picture, without metadata."""

import io
import json
import sys

import numpy as np
from PIL import Image

from denoise import denoise
from grade import grade

MAX_BYTES = 1_500_000


def save_jpeg(image, path):
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
    linear = denoise(buffers, **settings.pop("denoise", {}))
    image = Image.fromarray(grade(linear, **settings))
    if target.endswith(".jpg"):
        save_jpeg(image, target)
    else:
        image.save(target)


main()
