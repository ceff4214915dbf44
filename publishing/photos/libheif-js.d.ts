// The parts of libheif-js that decode-photo.ts uses; the package has no types.
declare module "libheif-js/wasm-bundle.js" {
  interface Handle {
    readonly $$: { readonly ptr: number };
  }

  interface DecodedImage {
    readonly code?: unknown;
    readonly channels: readonly {
      readonly id: unknown;
      readonly width: number;
      readonly height: number;
      readonly stride: number;
      /** A view of the decoder's memory. */
      readonly data: Uint8Array;
    }[];
  }

  interface HeifImage {
    readonly handle: Handle;
    is_primary(): boolean;
    get_width(): number;
    get_height(): number;
  }

  const libheif: {
    readonly HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
    readonly heif_colorspace: { readonly heif_colorspace_RGB: unknown };
    readonly heif_chroma: { readonly heif_chroma_interleaved_RGB: unknown };
    heif_js_decode_image2(handle: Handle, colours: unknown, chroma: unknown): DecodedImage;
  };
  export default libheif;
}
