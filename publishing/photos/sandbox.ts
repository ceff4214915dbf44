import { type ExecFileException, execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { serialize } from "node:v8";
import { programOf } from "../../server/programs.ts";
import { lowerPriority } from "../fork-program.ts";
import type { Drawing } from "./make-pictures.ts";
import { isPhotoProblem, type PhotoProblem, PictureError } from "./photo-problem.ts";

export interface Limits {
  /** CPU time, because on a busy machine a harmless photograph may wait long. */
  readonly cpuMs: number;
  /** Wall-clock time, for programs that wait forever and systems that do not report CPU time. */
  readonly wallMs: number;
  readonly maxRssBytes: number;
}

/** The folder of the programs that decode pictures, and their limits. */
export interface Decoders {
  readonly codeDir: string;
  readonly limits?: Limits;
}

/** A photograph that was put into the content by hand may have a format that needs more memory than one from the panel. */
const maxRssBytes = { "decode-photo.js": 400_000_000, "make-pictures.js": 700_000_000 };

interface DrawOptions extends Decoders {
  /** The picture's name, for the PictureError. */
  readonly file: string;
  /** The PictureError's text, in place of one for each reason. */
  readonly unusable?: string;
}

/** Lets the sandbox draw into a folder; throws a PictureError, and an error with the code ENOSPC if the disk is full. */
export async function draw(drawing: Drawing, folder: string, options: DrawOptions): Promise<void> {
  const workDir = await realpath(folder);
  const program = { args: [workDir], input: serialize(drawing), workDir };
  const result = await runDecoder("make-pictures.js", program, options);
  if (result === "noRoom") throw Object.assign(new Error("The disk is full"), { code: "ENOSPC" });
  if (typeof result !== "string") return;
  throw new PictureError(options.file, result, result === "interrupted" ? undefined : options.unusable);
}

/** The output of a program that decodes pictures, or why it has none. */
export function runDecoder(
  name: keyof typeof maxRssBytes,
  program: Omit<Program, "file">,
  { codeDir, limits = { cpuMs: 60_000, wallMs: 180_000, maxRssBytes: maxRssBytes[name] } }: Decoders,
): Promise<Buffer | PhotoProblem> {
  return runSandboxed({ ...program, file: programOf({ codeDir }, name) }, limits);
}

interface Program {
  /** The program's path: a source file of this folder, or its bundle in a code build. */
  readonly file: string;
  readonly args: readonly string[];
  readonly input?: Buffer;
  /** The only data folder that it may read and write. */
  readonly workDir?: string;
}

type Failure = ExecFileException & { readonly stdout: Buffer; readonly stderr: Buffer };

/** More than any photograph that a program returns. */
const maxOutputBytes = 30_000_000;

/**
 * Runs one of our programs on untrusted bytes: no environment, few files, no network if the system supports that, limited time and
 * memory, lowest priority. Returns its output, or why it has none. docs/decisions/012 says what this protects against.
 */
export async function runSandboxed(program: Program, limits: Limits): Promise<Buffer | PhotoProblem> {
  // Node resolves links before it checks permissions, so the target needs the permission.
  const file = await realpath(program.file);
  prefixes ??= Promise.all([noNetwork, endWithParent].map(ifAvailable));
  const node = [process.execPath, ...permissions({ ...program, file }), file, ...program.args];
  const [command = "", ...args] = [...(await prefixes).flat(), ...node];
  const running = promisify(execFile)(command, args, {
    // Fewer malloc arenas keep the process small.
    env: { MALLOC_ARENA_MAX: "2" },
    encoding: "buffer",
    maxBuffer: maxOutputBytes,
    timeout: limits.wallMs,
    killSignal: "SIGKILL",
  });
  const { child } = running;
  lowerPriority(child.pid, 19);
  // A process that exits early does not read all of its input.
  child.stdin?.on("error", () => {});
  child.stdin?.end(program.input);
  let exceeded: "tooSlow" | "tooMuchMemory" | undefined;
  using _watch = setInterval(() => {
    if (residentBytes(child.pid) > limits.maxRssBytes) exceeded ??= "tooMuchMemory";
    if (cpuMsOf(child.pid) > limits.cpuMs) exceeded ??= "tooSlow";
    if (exceeded) child.kill("SIGKILL");
  }, 20);
  try {
    return (await running).stdout;
  } catch (error) {
    const { code, killed, signal, stdout, stderr } = error as Failure;
    if (code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") return "damaged";
    if (killed) return exceeded ?? "tooSlow";
    // These signals come from an operator or the OOM killer; any other means that the decoder crashed.
    if (signal) return /^SIG(?:KILL|TERM|INT|HUP)$/.test(signal) ? "interrupted" : "damaged";
    if (typeof code !== "number") throw error;
    const problem = stdout.toString();
    if (code === 3 && isPhotoProblem(problem)) return problem;
    throw new Error(`${file} ended with status ${code}: ${stderr}`);
  }
}

function permissions({ file, workDir }: Program): string[] {
  const reads = workDir === undefined ? codeOf(file) : [...codeOf(file), workDir];
  return [
    "--permission",
    "--allow-addons",
    "--disable-warning=SecurityWarning",
    "--max-old-space-size=128",
    "--max-semi-space-size=4",
    ...reads.map((path) => `--allow-fs-read=${path}`),
    ...(workDir === undefined ? [] : [`--allow-fs-write=${workDir}`]),
  ];
}

/** The program and what it imports; Node looks for a package.json in every parent folder. */
function codeOf(file: string): string[] {
  const sharp = createRequire(file).resolve("sharp");
  const packages = sharp.slice(0, sharp.lastIndexOf("node_modules") + "node_modules/".length);
  const own = file.endsWith(".ts") ? join(import.meta.dirname, "..") : dirname(file);
  return [`${own}/`, packages, ...foldersAbove(own).map((folder) => join(folder, "package.json"))];
}

function foldersAbove(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [] : [above, ...foldersAbove(above)];
}

/** Prefixes of a command: each replaces itself with the command that follows. */
const noNetwork = ["unshare", "--user", "--net", "--"];
/** Kills the process with its parent, because only the parent watches the limits. Comes after `unshare`, which would undo it. */
const endWithParent = ["setpriv", "--pdeathsig", "KILL", "--"];
/** Those that this system has, tried once. */
let prefixes: Promise<string[][]> | undefined;

/** The prefix if this system has that command and lets ordinary users run it, else nothing. */
function ifAvailable(prefix: string[]): Promise<string[]> {
  const [command = "", ...args] = prefix;
  return new Promise((done) => {
    execFile(command, [...args, "true"], { env: {} }, (error) => done(error === null ? prefix : []));
  });
}

/** Zero if the system does not report it. */
function residentBytes(pid: number | undefined): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readProcess(pid, "status"))?.[1] ?? 0) * 1024;
}

/** The CPU time of all threads; zero if the system does not report it. Linux counts in hundredths of a second. */
function cpuMsOf(pid: number | undefined): number {
  const stat = readProcess(pid, "stat");
  // The second field, the name in parentheses, may contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user = 0, system = 0] = fields.slice(11, 13).map(Number);
  return (user + system) * 10;
}

/** Empty if there is none. These files are not on a disk, and a promise for each would take ten times the CPU time. */
function readProcess(pid: number | undefined, file: "status" | "stat"): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
