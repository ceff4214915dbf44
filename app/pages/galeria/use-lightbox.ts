import {
  type ComponentType,
  createElement,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useState,
} from "react";
import type { Payloads } from "../../payload-types.ts";
import { useRuntime } from "../../shell/runtime.tsx";
import { prepareStyles } from "../../shell/styles.ts";
import { useVisit } from "../../shell/visit.ts";
import lightboxCss from "./lightbox.css?url";
import type { LightboxProps } from "./lightbox.tsx";

const parameter = "zdjecie";

type Photos = Payloads["galeria"]["photos"];

/** The enlarged photograph lives in the address (`?zdjecie=…`), so it can be linked to and the back button closes it. */
export function useLightbox(photos: Photos): {
  open(event: MouseEvent<HTMLAnchorElement>, id: string): void;
  view: ReactNode;
} {
  const { navigation } = useRuntime();
  const { pathname, state, hash, search } = useVisit((visit) => visit);
  const [Lightbox, setLightbox] = useState<ComponentType<LightboxProps> | null>(null);
  const wantedId = new URLSearchParams(search).get(parameter);
  const at = photos.findIndex(({ id }) => id === wantedId);
  const wanted = at >= 0;

  useEffect(() => {
    if (!wanted || Lightbox) return;
    Promise.all([import("./lightbox.tsx"), prepareStyles(lightboxCss)]).then(
      ([part, applyStyles]) => {
        applyStyles();
        setLightbox(() => part.Lightbox);
      },
      // Without the lightbox the photograph itself is still there.
      () => location.assign(fileOf(photos[at])),
    );
  }, [wanted, Lightbox, photos, at]);

  const show = (id: string, replace: boolean) =>
    navigation.go(`?${parameter}=${id}${hash}`, { replace, state: { keepPlace: true, openedHere: true } });

  function close() {
    const link = document.getElementById(`zdjecie-${photos[at]?.id}`);
    if (state.openedHere) history.back();
    else void navigation.go(pathname + hash, { replace: true, state: { keepPlace: true } });
    // The lightbox gives the focus back only after it has faded out, to wherever it was.
    setTimeout(() => link?.focus({ preventScroll: true }));
  }

  return {
    open(event, id) {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
      event.preventDefault();
      void show(id, false);
    },
    view:
      Lightbox && wanted
        ? createElement(Lightbox, {
            photos,
            at,
            onView: (index) => {
              const next = photos[index];
              if (next && index !== at) void show(next.id, true);
            },
            onClose: close,
          })
        : null,
  };
}

function fileOf(photo: Photos[number] | undefined): string {
  return photo ? `${photo.photo.base}-${photo.photo.jpg}.jpg` : "/galeria";
}
