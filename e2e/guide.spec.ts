import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { startMailServer } from "../enquiries/testing/mail-server.ts";
import { loadConfig, noSettings } from "../server/config.ts";
import { freePort } from "../server/testing/free-port.ts";
import { commands, fromClone, needServer, ranElsewhere } from "./guide.ts";
import { expect, test } from "./test.ts";

test("every command of the owner's guide works, from the first copy to a restored backup", async () => {
  const folder = mkdtempSync(join(tmpdir(), "guide-"));
  const ran = new Set<string>();
  try {
    await followGuide(folder, ran);
  } finally {
    rmSync(folder, { recursive: true });
  }
  const known = [...ran, ...Object.keys(ranElsewhere), ...needServer];
  expect(commands.filter((command) => !known.includes(command))).toEqual([]);
  expect(known.filter((command) => !commands.includes(command))).toEqual([]);
});

async function followGuide(folder: string, ran: Set<string>): Promise<void> {
  const mailServer = await startMailServer();
  const home = join(folder, "strona");
  const above = createShell(folder, ran);
  const { run, start } = createShell(home, ran);

  await above.run("git clone ADRES strona", { ADRES: await createRepository(folder) });
  await above.run("cd strona");
  for (const part of ["node_modules", "tools"]) symlinkSync(resolve(part), join(home, part));
  expect(await run("npm run content:own")).toContain("data/content");
  await run("git pull");
  await run("df -h");
  await run("df -i");

  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const settings = [
    `BUILD_DIR=${dirname(resolve(loadConfig().codeDir))}`,
    `PORT=${port}`,
    `SITE_URL=${address}`,
    `SMTP_URL=${mailServer.url}`,
  ];
  writeFileSync(join(home, ".env"), settings.join("\n"));
  const release = "2026-11-21T00-00-00-000Z-a1";
  mkdirSync(join(home, "data/releases"), { recursive: true });
  symlinkSync(resolve(loadConfig().siteDir), join(home, "data/releases", release));
  symlinkSync(release, join(home, "data/releases/current"));
  const stop = await start("npm start");
  try {
    await answerEnquiries(run, {
      address,
      subjects: () => mailServer.received.map(({ mail }) => mail.subject),
    });
  } finally {
    await stop();
    await mailServer.stop();
  }

  const list = async () => {
    await run("trainer-site enquiries export > zapytania.csv");
    return readFileSync(join(home, "zapytania.csv"), "utf8");
  };
  expect(await run("npm run enquiries -- export")).toContain("Ala");
  expect(await run("trainer-site enquiries")).toContain("export");
  await run("npm run enquiries -- erase --email ADRES", { ADRES: "ala@example.com" });
  await run("npm run enquiries -- purge");
  const afterErasure = await list();
  expect(afterErasure).toContain("Ela");
  expect(afterErasure).not.toContain("Ala");
  // A person erased after the backup does not return with it.
  expect(await run("trainer-site restore kopia-DATA.tar", today)).toContain("Baza przywrócona (zapytania: 1");
  expect(await list()).toBe(afterErasure);
  const tried = await run(
    "DATA_DIR=proba CONTENT_DIR= DATABASE_URL= npm run restore -- kopia-DATA.tar",
    today,
  );
  expect(tried).toContain("Treść i zdjęcia są w folderze proba/content");
}

const today = { DATA: "2026-11-21" };

/** A repository with the files that these commands touch. It runs the program under test. */
async function createRepository(folder: string): Promise<string> {
  const source = join(folder, "source");
  for (const file of ["content", ".env.example", "package.json", "package-lock.json"])
    cpSync(file, join(source, file), { recursive: true });
  const git = (...words: string[]) => promisify(execFile)("git", ["-C", source, ...words]);
  await git("init", "--quiet");
  await git("add", ".");
  await git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "--message=a");
  return source;
}

type Run = (command: string, words?: Record<string, string>) => Promise<string>;

/** Runs the guide's enquiry commands beside a running site with two enquiries, one of which looks like spam. */
async function answerEnquiries(
  run: Run,
  { address, subjects }: { address: string; subjects: () => (string | undefined)[] },
): Promise<void> {
  const wanted = await write(address, { name: "Ala", email: "ala@example.com", elapsedMs: 20_000 });
  const held = await write(address, { name: "Ela", phone: "600100200", elapsedMs: 10 });
  const count = (subject: string) => () => subjects().filter((one) => one === subject).length;
  const told = `Nowe zapytanie: Ala (${wanted})`;
  await expect.poll(count(told)).toBe(1);

  await run("npm run enquiries -- release NUMER", { NUMER: held });
  await expect.poll(count(`Nowe zapytanie: Ela (${held})`)).toBe(1);
  await run("npm run enquiries -- resend NUMER", { NUMER: wanted });
  await expect.poll(count(told)).toBe(2);
  expect(await run("npm run enquiries -- resend --dead")).toContain("Nie ma e-maili, które nie dotarły");
  expect(await run("npm run enquiries -- export --out zapytania.csv")).toContain("Zapisane zapytania: 2");
  expect(await run("npm run enquiries -- stats")).toContain("Zapytania: 2");
  expect(await run("trainer-site canary")).toContain("przeszło całą drogę");
  await run("trainer-site backup kopia-DATA.tar", today);
}

/** Sends an enquiry as the form does and returns its reference. */
async function write(address: string, person: Record<string, string | number>): Promise<string> {
  const response = await fetch(`${address}/api/enquiries`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ message: `Pytanie: ${person.name}`, ...person }),
  });
  expect(response.status).toBe(201);
  return (await response.json()).reference;
}

/** Runs commands of the guide in a folder, with the words in capitals replaced, and records which were run. */
function createShell(cwd: string, ran: Set<string>) {
  // Settings come from the folder's .env, as the owner's do.
  const others = Object.entries(process.env).filter(([name]) => !(name in noSettings));
  const options = { cwd, env: Object.fromEntries(others) };
  const lineOf = (command: string, words: Record<string, string> = {}) => {
    expect(commands).toContain(command);
    ran.add(command);
    return fromClone(command).replaceAll(/\b[A-Z]{4,}\b/g, (word) => words[word] ?? word);
  };
  return {
    run: async (command: string, words?: Record<string, string>) =>
      (await promisify(execFile)("sh", ["-c", lineOf(command, words)], options)).stdout,
    /** For a long-running program: resolves once it listens, with a function that acts like Ctrl+C. */
    async start(command: string) {
      const child = spawn("sh", ["-c", lineOf(command)], {
        ...options,
        detached: true,
        stdio: ["ignore", "pipe", "inherit"],
      });
      for await (const line of createInterface(child.stdout)) if (line.includes('"listening"')) break;
      return async () => {
        process.kill(-(child.pid ?? 0), "SIGINT");
        if (child.exitCode === null) await once(child, "exit");
      };
    },
  };
}
