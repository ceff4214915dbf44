import { type ComponentType, type MouseEvent, useEffect, useEffectEvent, useState } from "react";
import { ChunkLoadError, loadChunk } from "../../shell/load-guard.ts";
import { opensOutsideApp } from "../../shell/page-link.tsx";
import { useRuntime, useVisit } from "../../shell/runtime.tsx";
import { isOnline } from "../../ui/online.ts";
import type { Enlargeable, LightboxProps } from "./lightbox.tsx";

const parameter = "zdjecie";

/** The enlarged photograph is in the address (`?zdjecie=…`), so it can be linked to, and the back button closes it. */
export function useLightbox(photos: readonly Enlargeable[]) {
  const { navigation, pageError } = useRuntime();
  const { pathname, state, hash, search } = useVisit((visit) => visit);
  const [Lightbox, setLightbox] = useState<ComponentType<LightboxProps> | null>(null);
  const wantedId = new URLSearchParams(search).get(parameter);
  const at = photos.findIndex(({ id }) => id === wantedId);
  const wanted = at >= 0;

  /** Leaves the photograph for the page that it was opened on. */
  function leave() {
    if (state.openedHere) history.back();
    else void navigation.go(pathname + hash, { replace: true, state: { keepPlace: true } });
  }
  const onFailure = useEffectEvent((error: unknown) => {
    // The gallery stays as it was; a notice says that there is no connection.
    if (!isOnline()) {
      if (new URLSearchParams(location.search).has(parameter)) leave();
    } else if (!(error instanceof ChunkLoadError && navigation.reload())) pageError.set(error);
  });

  useEffect(() => {
    if (!wanted || Lightbox) return;
    loadChunk("lightbox", () => import("./lightbox.tsx")).then(
      (part) => setLightbox(() => part.Lightbox),
      onFailure,
    );
  }, [wanted, Lightbox]);

  const show = (id: string, replace: boolean) =>
    navigation.go(`?${parameter}=${id}${hash}`, {
      replace,
      // After a shared link there is no gallery entry to go back to. An entry that replaces another keeps its flag.
      state: { keepPlace: true, openedHere: replace ? state.openedHere : true },
    });

  function onView(index: number) {
    const next = photos[index];
    if (next && index !== at) void show(next.id, true);
  }

  function close() {
    const link = document.getElementById(`zdjecie-${photos[at]?.id}`);
    leave();
    // The library returns the focus only after fading out, and to the element that opened it.
    setTimeout(() => link?.focus({ preventScroll: true }));
  }

  return {
    /** The attributes of the link around a photograph. Without script it opens the picture file. */
    linkTo: (id: string, photo: Enlargeable["photo"]) => ({
      href: `${photo.base}-${photo.jpg}.jpg`,
      id: `zdjecie-${id}`,
      onClick(event: MouseEvent) {
        if (opensOutsideApp(event)) return;
        event.preventDefault();
        void show(id, false);
      },
    }),
    view: Lightbox && wanted && <Lightbox photos={photos} at={at} onView={onView} onClose={close} />,
  };
}
