import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { findBinaries } from "../../enquiries/testing/postgres.ts";
import { installPackages } from "./install-browser/apt.ts";

// Installs PostgreSQL, a WebDAV server and age for the tests. A separate step, because test files run in parallel and would collide.
const places = {
  "libnginx-mod-http-dav-ext": "/usr/lib/nginx/modules/ngx_http_dav_ext_module.so",
  nginx: "/usr/sbin/nginx",
  age: "/usr/bin/age",
};
const hasDatabase = findBinaries() || process.getuid?.() !== 0;
if (!hasDatabase) {
  // Keeps the package from creating and starting a database cluster.
  mkdirSync("/etc/postgresql-common", { recursive: true });
  writeFileSync("/etc/postgresql-common/createcluster.conf", "create_main_cluster = false\n");
}
const missing = Object.keys(places).filter((name) => !existsSync(places[name as keyof typeof places]));
installPackages([...(hasDatabase ? [] : ["postgresql"]), ...missing]);
