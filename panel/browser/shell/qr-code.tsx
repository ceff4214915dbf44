import { renderSVG } from "uqr";

/** A link as a code that another device reads. Import it only in screens that are loaded when they are opened. */
export function QrCode({ url, alt }: { readonly url: string; readonly alt: string }) {
  const svg = renderSVG(url, { border: 4 });
  const image = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  return <img width="240" src={image} alt={alt} />;
}
