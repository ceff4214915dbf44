/** The encoded files of one photograph, by width in pixels. A file's address is `${base}-${width}.${format}`. */
export interface PictureFile {
  readonly base: string;
  readonly width: number;
  readonly height: number;
  readonly avif: readonly number[];
  readonly webp: readonly number[];
  readonly jpg: number;
}

interface CroppedPicture extends PictureFile {
  /** The point, in percent from left and top, that stays visible when the picture is cropped. */
  readonly focus?: { readonly x: number; readonly y: number } | undefined;
}

export interface PictureData extends CroppedPicture {
  readonly alt: string;
  /** A different crop for narrow screens. */
  readonly phone?: CroppedPicture;
}

interface PictureProps {
  readonly picture: PictureData;
  /** The `sizes` attribute: the picture's width in the layout. */
  readonly sizes: string;
  /** For the first picture on the page: loads eagerly, with high priority. */
  readonly priority?: boolean;
}

/** A picture in the best format and the smallest sufficient width. Its space is reserved while it loads. */
export function Picture({ picture, sizes, priority = false }: PictureProps) {
  const { phone } = picture;
  return (
    <picture data-focus={focusName(phone?.focus)}>
      {phone && <Sources file={phone} sizes="100vw" media={phoneMedia} />}
      <Sources file={picture} sizes={sizes} />
      <img
        src={`${picture.base}-${picture.jpg}.jpg`}
        width={picture.width}
        height={picture.height}
        alt={picture.alt}
        loading={priority ? "eager" : "lazy"}
        decoding="async"
        fetchPriority={priority ? "high" : undefined}
        data-focus={focusName(picture.focus)}
      />
    </picture>
  );
}

const phoneMedia = "(max-width: 991.98px)";

function Sources({ file, sizes, media }: { file: PictureFile; sizes: string; media?: string }) {
  const size = media ? { width: file.width, height: file.height } : {};
  return (["avif", "webp"] as const).map((format) => {
    const srcSet = file[format].map((width) => `${file.base}-${width}.${format} ${width}w`).join(", ");
    return <source key={format} type={`image/${format}`} {...{ srcSet, sizes, media, ...size }} />;
  });
}

/** The focus rounded to quarters, for a data attribute, because the CSP forbids style attributes. */
function focusName(focus: CroppedPicture["focus"]): string | undefined {
  const quarter = (percent: number) => 25 * Math.round(percent / 25);
  return focus && `x${quarter(focus.x)} y${quarter(focus.y)}`;
}
