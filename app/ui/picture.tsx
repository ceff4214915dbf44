/** One photograph as encoded by the build; widths in CSS pixels, file addresses are `${base}-${width}.${format}`. */
export interface PictureFile {
  readonly base: string;
  readonly width: number;
  readonly height: number;
  readonly avif: readonly number[];
  readonly webp: readonly number[];
  readonly jpg: number;
  /** How light the picture is on the whole, 0 (black) to 7 (white): the ground that keeps its place until it comes. */
  readonly tone?: number;
}

/** Percent from the left and the top that stay visible when the picture is cropped. */
interface Focus {
  readonly x: number;
  readonly y: number;
}

export interface PictureData extends PictureFile {
  readonly alt: string;
  readonly focus?: Focus | undefined;
  /** Another cut of the same picture for narrow screens. */
  readonly phone?: PictureFile & { readonly focus?: Focus | undefined };
}

interface PictureProps {
  readonly picture: PictureData;
  /** The `sizes` attribute: how wide the picture stands in the layout. */
  readonly sizes: string;
  /** For the one picture that is seen first: loads at once and before others. */
  readonly priority?: boolean;
}

/** A photograph in the newest format and the smallest width that will do, with its space kept free while it loads. */
export function Picture({ picture, sizes, priority = false }: PictureProps) {
  const { phone } = picture;
  return (
    <picture>
      {phone && <Sources file={phone} sizes="100vw" media={phoneMedia} />}
      <Sources file={picture} sizes={sizes} />
      <img
        src={`${picture.base}-${picture.jpg}.jpg`}
        width={picture.width}
        height={picture.height}
        alt={picture.alt}
        loading={priority ? "eager" : "lazy"}
        decoding={priority ? "sync" : "async"}
        fetchPriority={priority ? "high" : "auto"}
        data-tone={picture.tone}
        data-focus={focusName(picture.focus)}
        data-phone-focus={focusName(phone?.focus)}
      />
    </picture>
  );
}

export const phoneMedia = "(max-width: 991.98px)";

/** The picture at the head of the home page leaves a part of a wide screen to the words. */
export const heroSizes = "(min-width: 992px) 80vw, 100vw";

function Sources({ file, sizes, media }: { file: PictureFile; sizes: string; media?: string }) {
  const size = media ? { width: file.width, height: file.height } : {};
  return (
    <>
      <source type="image/avif" srcSet={srcSet(file, "avif")} sizes={sizes} media={media} {...size} />
      <source type="image/webp" srcSet={srcSet(file, "webp")} sizes={sizes} media={media} {...size} />
    </>
  );
}

export function srcSet(file: PictureFile, format: "avif" | "webp"): string {
  return file[format].map((width) => `${file.base}-${width}.${format} ${width}w`).join(", ");
}

/** The focus to the nearest quarter, as names that the style sheet knows (no style attributes). */
function focusName(focus: Focus | undefined): string | undefined {
  const quarter = (percent: number) => 25 * Math.round(percent / 25);
  return focus && `x${quarter(focus.x)} y${quarter(focus.y)}`;
}
