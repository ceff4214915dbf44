import { existsSync, statfsSync } from "node:fs";
import { resolve } from "node:path";

// The unit tests start hundreds of programs, which share their compiled code here.
process.env.NODE_COMPILE_CACHE ??= resolve("node_modules/.cache/compiled");

// Their many small databases and folders take less CPU time in memory, and wait for no disk. Containers often have little of it.
const memory = "/dev/shm";
if (existsSync(memory)) {
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize > 2 ** 31) process.env.TMPDIR ??= memory;
}
