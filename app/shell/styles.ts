import { ChunkLoadError } from "./load-guard.ts";

/**
 * Loads a style sheet, unless the document has it, and returns a function that applies it. Applying makes the browser lay out the
 * whole document, so the caller chooses the moment.
 */
export async function loadStyles(address: string): Promise<() => void> {
  if (document.querySelector(`style[data-css="${address}"]`)) return () => {};
  const link = document.querySelector<HTMLLinkElement>(`link[data-css="${address}"]`) ?? append(address);
  if (!link.sheet) await settled(link, address);
  return () => {
    link.media = "all";
  };
}

function append(address: string): HTMLLinkElement {
  const link = document.createElement("link");
  Object.assign(link, { rel: "stylesheet", media: "not all", href: address });
  link.dataset.css = address;
  document.head.append(link);
  return link;
}

function settled(link: HTMLLinkElement, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    link.addEventListener("load", () => resolve(), { once: true });
    link.addEventListener("error", () => {
      link.remove();
      reject(new ChunkLoadError(address));
    });
  });
}
