const longestSide = 3000;
/** Smaller files are sent unchanged. */
const smallBytes = 1_500_000;

/** Scales a photograph down to 3000 pixels and applies its orientation. Sends one that the browser cannot decode unchanged. */
export async function shrink(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return file;
  try {
    const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
    if (scale === 1 && file.size < smallBytes) return file;
    const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
    const context = canvas.getContext("2d");
    if (!context) return file;
    // Transparent pixels would become black.
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 }).catch(() => file);
    return blob.size < file.size ? blob : file;
  } finally {
    bitmap.close();
  }
}
