/**
 * Fetches a style sheet once; one that the document carries already is no work. Gives what applies it: that
 * makes the browser lay out the whole document, so the caller chooses the moment.
 */
export function prepareStyles(address: string): Promise<() => void> {
  const known = prepared.get(address);
  if (known) return known;
  const stands = document.querySelector(`[data-css="${address}"]`);
  const preparing = stands ? Promise.resolve(() => {}) : append(address);
  prepared.set(address, preparing);
  preparing.catch(() => prepared.delete(address));
  return preparing;
}

const prepared = new Map<string, Promise<() => void>>();

function append(address: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.media = "not all";
    link.href = address;
    link.dataset.css = address;
    link.onload = () =>
      resolve(() => {
        link.media = "all";
      });
    link.onerror = () => {
      link.remove();
      reject(new Error(`Loading ${address} failed`));
    };
    document.head.append(link);
  });
}
