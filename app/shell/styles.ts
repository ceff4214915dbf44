/** Loads a page's style sheet once; one that the document already carries, inlined or linked, is not asked for. */
export function loadStyles(address: string): Promise<void> {
  const known = loading.get(address);
  if (known) return known;
  const promise = document.querySelector(`[data-css="${address}"]`) ? Promise.resolve() : append(address);
  loading.set(address, promise);
  promise.catch(() => loading.delete(address));
  return promise;
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
