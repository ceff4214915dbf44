import { readFileSync } from "node:fs";

/** Commands run by other tests, each with the test file. */
export const ranElsewhere = {
  "npm run dev": "e2e/dev-process.ts",
  "npm run panel -- link": "e2e/panel-site.ts",
  "trainer-site panel link": "e2e/panel-site.ts",
  "trainer-site publish": "e2e/publish.spec.ts",
  "trainer-site history": "e2e/publish.spec.ts",
  "trainer-site rollback": "e2e/publish.spec.ts",
  "trainer-site rollback NAZWA": "e2e/publish.spec.ts",
  "npm run check:launch": "e2e/second-sample.spec.ts",
  "trainer-site check": "e2e/second-sample.spec.ts",
};

/** Commands that need a server or a second computer. packaging/testing/try.sh runs those of the package. */
export const needServer = [
  "cd Downloads",
  "ssh root@ADRES_IP",
  "ssh root@www.example.pl",
  "scp trainer-site_1.0.0_amd64.deb root@ADRES_IP:",
  "rm -rf data/content",
  "scp -r root@www.example.pl:/var/lib/trainer-site/content data/",
  "scp -r data/content root@www.example.pl:",
  "rm -r content",
  "scp root@www.example.pl:kopia-DATA.tar .",
  "scp kopia-DATA.tar root@ADRES_IP:",
  "age -d -i klucz-do-kopii.txt kopia-DATA.tar.age > kopia-DATA.tar",
  "apt update",
  "apt upgrade",
  "apt install ./trainer-site_1.0.0_amd64.deb",
  "apt install ./trainer-site_WERSJA_amd64.deb",
  "trainer-site setup www.example.pl",
  "trainer-site status",
  "trainer-site reclaim",
  "trainer-site content content",
  "nano /etc/trainer-site/env",
  "systemctl restart trainer-site",
  "systemctl status trainer-site",
  "journalctl -u trainer-site",
  "journalctl -u caddy",
  "reboot",
];

/** The equivalent of an installed program's command in a clone of the repository. */
export function fromClone(command: string): string {
  return (
    command
      .replace(/^trainer-site check\b/, "node tools/check-launch.ts")
      .replace(/^trainer-site (\w+)/, "node tools/$1.ts")
      // No terminal is there to confirm it at.
      .replace(/((?:npm run restore --|node tools\/restore\.ts) \S+)/, "$1 --yes")
  );
}

/** The guide for whoever installs, as Markdown. */
export const guide = readFileSync("docs/instalacja.md", "utf8");

/** The trainer's own guide, which needs no terminal. */
export const trainerGuide = readFileSync("docs/dla-trenera.md", "utf8");

/** Commands for tasks that the panel also covers. */
const enquiryCommands =
  /^## Enquiries on the command line$.*?(?=^## )/ms.exec(readFileSync("docs/deploy.md", "utf8"))?.[0] ?? "";

const programs = /^(?:npm|git|cp|cd|df|ssh|scp|apt|nano|systemctl|journalctl|reboot|trainer-site)\b/;
/** Every command of the guide and of that chapter, once: lines of shell blocks and commands in inline code. */
export const commands = commandsIn(guide + enquiryCommands);

export function commandsIn(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^( *)```sh\n(.*?)^\1```$/gms)].flatMap(([, , block = ""]) =>
    block.split("\n"),
  );
  const inText = [...markdown.replaceAll(/^ *```.*?^ *```$/gms, "").matchAll(/`([^`\n]+)`/g)]
    .map(([, code = ""]) => code)
    .filter((code) => programs.test(code) && code.includes(" "));
  return [...new Set([...blocks, ...inText].map((line) => line.trim()).filter(Boolean))];
}
