import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { lock, lockedPackage, withDependencies } from "./npm-package.ts";

/** Development dependencies that are partly bundled into the built code. */
const bundledDevPackages = [
  "@fontsource-variable/archivo",
  "@simplewebauthn/browser",
  "embla-carousel",
  "react-router",
  "workbox-core",
  "workbox-expiration",
  "workbox-precaching",
  "workbox-routing",
  "workbox-strategies",
  "yet-another-react-lightbox",
];

/** The package's copyright file in Debian's format. The full texts of other licenses are in the notices. */
export function copyright(): string {
  const own = readFileSync("LICENSE", "utf8").split("\n").slice(4);
  const packages = bundledPackages().map((name) => {
    const { version, license } = lockedPackage(name);
    return ` ${name} ${version}: ${license ?? "see NOTICES.gz"}`;
  });
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: trainer-site
Comment: The whole texts of the licenses of everything below that others made are in NOTICES.gz beside this file.
 Built into the program are parts of these npm packages:
${packages.join("\n")}

Files: *
Copyright: 2026 The trainer-site authors
License: Expat

Files: usr/lib/trainer-site/program/bin/node
Copyright: Node.js contributors, and the authors of the libraries in it
License: Node

Files: usr/lib/trainer-site/program/node_modules/*
Copyright: 2013-2026 Lovell Fuller and others
License: Apache-2.0

Files: usr/lib/trainer-site/program/node_modules/@img/sharp-libvips-linux-*
Copyright: the authors of libvips and of the libraries in it
License: LGPL-3.0+

Files: usr/lib/trainer-site/program/node_modules/libheif-js/*
Copyright: the authors of libheif and of the libraries in it
License: LGPL-3.0+

Files: usr/lib/trainer-site/program/content/photos/*
Copyright: none
License: CC0-1.0

Files: usr/lib/trainer-site/program/build/code/client/assets/*.woff2
Copyright: 2017 The Archivo Project Authors (https://github.com/Omnibus-Type/Archivo)
License: OFL-1.1

License: Expat
${own.map((line) => ` ${line.trim() || "."}`).join("\n")}

License: Node
 The license of Node.js (Expat) with those of the libraries in it (V8, OpenSSL, ICU, libuv, zlib and others) is in NOTICES.gz.

License: Apache-2.0
 On Debian systems the whole text is in /usr/share/common-licenses/Apache-2.0.

License: LGPL-3.0+
 On Debian systems the whole text is in /usr/share/common-licenses/LGPL-3. The library is a file of its own and may be
 replaced by another of the same interface.

License: CC0-1.0
 On Debian systems the whole text is in /usr/share/common-licenses/CC0-1.0.

License: OFL-1.1
 The whole text of the SIL Open Font License is in NOTICES.gz.
`;
}

/** License texts that must be distributed: those of Node, of the packages in `nodeModules`, and of bundled packages. */
export function notices(nodeModules: string): string {
  const node = readFileSync(join(nodeModules, "node-LICENSE"), "utf8");
  const native = readdirSync(join(nodeModules, "@img")).map((name) => `@img/${name}`);
  const texts = [
    ...native.map((name) => [name, noticesIn(join(nodeModules, name))]),
    ...bundledPackages().map((name) => [name, noticesIn(join("node_modules", name))]),
  ];
  const parts = [["Node.js", node], ...texts].map(([name, text]) => `${"=".repeat(80)}\n${name}\n\n${text}`);
  return parts.join("\n\n");
}

function noticesIn(folder: string): string {
  const names = readdirSync(folder).filter((name) => /^(?:licen[cs]e|notice|copying)/i.test(name));
  // libvips names the licenses of its libraries there.
  if (names.length === 0 && existsSync(join(folder, "README.md"))) names.push("README.md");
  return names
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8").trim())
    .join("\n\n");
}

function bundledPackages(): string[] {
  const production = Object.entries(lock)
    .filter(([path, { dev, optional }]) => path.startsWith("node_modules/") && !dev && !optional)
    .map(([path]) => path.replace(/^.*node_modules\//, ""));
  return [...withDependencies(bundledDevPackages, new Set(production))].filter(isInstalled).sort();
}

function isInstalled(name: string): boolean {
  return existsSync(join("node_modules", name));
}
