// Inlined in every page, or useless without photographs.
const notNeededOffline = /\/(?:base|typeface|lightbox)-/;

/**
 * The service worker's script with the list of published pages and their files: scripts, style sheets, fonts, payloads and the
 * owner's logo. The lightbox and photographs are cached only once they were viewed.
 */
export function serviceWorker(
  script: string,
  { published, addresses }: { published: readonly string[]; addresses: readonly string[] },
): string {
  const files = addresses
    .filter((address) => /^\/(?:assets|payload)\/.*\.(?:js|css|woff2|json|svg|png)$/.test(address))
    .filter((address) => !notNeededOffline.test(address))
    .sort();
  return `const offlineFiles=${JSON.stringify({ pages: published, files })};${script}`;
}
