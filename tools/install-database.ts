import { mkdirSync, writeFileSync } from "node:fs";
import { findBinaries } from "../enquiries/testing/postgres.ts";
import { installPackages } from "./install-browser/apt.ts";

// Installs PostgreSQL for the tests. A step of its own: test files that run in parallel would be in each other's way.
if (!findBinaries() && process.getuid?.() === 0) {
  // Otherwise the package makes databases for the whole system.
  mkdirSync("/etc/postgresql-common", { recursive: true });
  writeFileSync("/etc/postgresql-common/createcluster.conf", "create_main_cluster = false\n");
  installPackages(["postgresql"]);
}
