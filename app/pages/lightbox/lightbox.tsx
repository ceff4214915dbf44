import YetAnotherLightbox from "yet-another-react-lightbox";
import Captions from "yet-another-react-lightbox/plugins/captions";
import Counter from "yet-another-react-lightbox/plugins/counter";
import Slideshow from "yet-another-react-lightbox/plugins/slideshow";
import Zoom from "yet-another-react-lightbox/plugins/zoom";
import type { Payloads } from "../../payloads.ts";
import { interfaceDefaults } from "../../ui/defaults.ts";

/** A photograph with its caption; `id` is its name in the address. */
export type Enlargeable = Payloads["osiagniecia"]["scans"][number];

export interface LightboxProps {
  readonly photos: readonly Enlargeable[];
  readonly at: number;
  onView(at: number): void;
  onClose(): void;
}

/** Full-screen photographs with keyboard, swipe, zoom and slideshow. A separate chunk, loaded when first opened. */
export function Lightbox({ photos, at, onView, onClose }: LightboxProps) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const ease = getComputedStyle(document.documentElement).getPropertyValue("--ease");
  const padding = matchMedia("(width < 768px)").matches ? 0 : 56;
  return (
    <YetAnotherLightbox
      open
      index={at}
      close={onClose}
      on={{ view: ({ index }) => onView(index) }}
      slides={photos.map(({ photo, caption }) => ({
        src: `${photo.base}-${photo.jpg}.jpg`,
        width: photo.width,
        height: photo.height,
        alt: photo.alt,
        description: caption,
        srcSet: photo.webp.map((width) => ({
          src: `${photo.base}-${width}.webp`,
          width,
          height: Math.round((width * photo.height) / photo.width),
        })),
      }))}
      plugins={[Captions, Counter, Slideshow, Zoom]}
      zoom={{ maxZoomPixelRatio: maxPixelRatio(photos[at]?.photo, padding), scrollToZoom: true }}
      slideshow={{ delay: interfaceDefaults.slider.autoplayMs }}
      animation={
        still
          ? { fade: 0, swipe: 0, navigation: 0, zoom: 0 }
          : { fade: 200, swipe: 300, easing: { fade: ease, swipe: ease, navigation: ease } }
      }
      carousel={{ padding, spacing: "10%" }}
      controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
      labels={labels}
    />
  );
}

/** Converts our limit (three times the size that fits the screen) to the library's: a multiple of the picture's pixels (B9.8). */
function maxPixelRatio(photo: { width: number; height: number } | undefined, margin: number): number {
  if (!photo) return 1;
  const fit = Math.min(1, (innerWidth - 2 * margin) / photo.width, (innerHeight - 2 * margin) / photo.height);
  return interfaceDefaults.zoom.max * fit;
}

const labels = {
  Previous: "Poprzednie zdjęcie",
  Next: "Następne zdjęcie",
  Close: "Zamknij",
  Play: "Włącz pokaz",
  Pause: "Zatrzymaj pokaz",
  "Zoom in": "Powiększ",
  "Zoom out": "Pomniejsz",
  Lightbox: "Powiększone zdjęcie",
  Carousel: "karuzela",
  Slide: "zdjęcie",
  Caption: "podpis",
  "Photo gallery": "Galeria zdjęć",
  "{index} of {total}": "{index} z {total}",
};
