// The parts of libheif-js that decode-photo.ts uses; the package has no types.
declare module "libheif-js/wasm-bundle.js" {
  type HeifImage = {
    readonly handle: { readonly $$: unknown };
    is_primary(): boolean;
    get_width(): number;
    get_height(): number;
  };
  /** Its `data` is a view of the decoder's memory. */
  type Channel = Readonly<{ width: number; height: number; stride: number; data: Uint8Array }>;
  type Decoded = { readonly code?: unknown; readonly channels: readonly Channel[] };
  const libheif: {
    readonly HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
    readonly heif_colorspace: { readonly heif_colorspace_RGB: unknown };
    readonly heif_chroma: { readonly heif_chroma_interleaved_RGB: unknown };
    heif_js_decode_image2(handle: HeifImage["handle"], colours: unknown, chroma: unknown): Decoded;
  };
  export default libheif;
}
