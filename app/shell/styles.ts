/** Loads a page's style sheet once; one that the document already carries, inlined or linked, is not asked for. */
export function loadStyles(address: string): Promise<void> {
  const known = loading.get(address);
  if (known) return known;
  const promise = document.querySelector(`[data-css="${address}"]`) ? Promise.resolve() : append(address);
  loading.set(address, promise);
  promise.catch(() => loading.delete(address));
  return promise;
}

/** Fetches a page's style sheet into the browser's cache without applying it: that would restyle the page being read. */
export async function prefetchStyles(address: string): Promise<void> {
  if (
    loading.has(address) ||
    document.querySelector(`[data-css="${address}"], [rel="prefetch"][href="${address}"]`)
  )
    return;
  const link = document.createElement("link");
  link.rel = "prefetch";
  link.as = "style";
  link.href = address;
  document.head.append(link);
}

const loading = new Map<string, Promise<void>>();

function append(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    link.dataset.css = address;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`Loading ${address} failed`));
    };
    document.head.append(link);
  });
}
