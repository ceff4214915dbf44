import { renderSVG } from "uqr";

/** A link as a QR code. Import it only in lazily loaded screens. */
export function QrCode({ url, alt }: { readonly url: string; readonly alt: string }) {
  const svg = renderSVG(url, { border: 4 });
  const image = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  return <img width="240" src={image} alt={alt} />;
}
