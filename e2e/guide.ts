import { readFileSync } from "node:fs";

/** Commands that other tests run, by the file that stands behind them in package.json. */
export const ranElsewhere = {
  "npm run dev": "e2e/dev-process.ts",
  "npm run panel -- link": "e2e/panel-site.ts",
  "npm run publish": "e2e/publish.spec.ts",
  "npm run history": "e2e/publish.spec.ts",
  "npm run history -- show NAZWA": "e2e/publish.spec.ts",
  "npm run history -- compare NAZWA NAZWA": "e2e/publish.spec.ts",
  "npm run rollback": "e2e/publish.spec.ts",
  "npm run rollback -- NAZWA": "e2e/publish.spec.ts",
  "npm run check:launch": "e2e/second-sample.spec.ts",
  "npm run --silent check:launch -- --json": "e2e/second-sample.spec.ts",
  "npm run check:launch -- --dkim-selector NAZWA": "e2e/second-sample.spec.ts",
};

/** Commands that only a server with systemd and Caddy, or a second computer, can run. */
export const needServer = [
  "ssh root@ADRES_IP",
  "ssh trainer-site@ADRES_IP",
  "ssh trainer-site@www.example.pl",
  "scp -r data/content trainer-site@ADRES_IP:/var/lib/trainer-site/",
  "scp -r data/content trainer-site@www.example.pl:/var/lib/trainer-site/",
  "scp trainer-site@www.example.pl:/srv/trainer-site/kopia-DATA.sqlite .",
  "scp kopia-DATA.sqlite trainer-site@www.example.pl:/srv/trainer-site/",
  "exit",
  "apt update",
  "apt upgrade",
  "apt install git nodejs npm caddy unattended-upgrades",
  "adduser trainer-site",
  "mkdir /srv/trainer-site /var/lib/trainer-site",
  "chown trainer-site:trainer-site /srv/trainer-site /var/lib/trainer-site",
  "git clone ADRES /srv/trainer-site",
  "cd /srv/trainer-site",
  "nano .env",
  "nano /etc/caddy/Caddyfile",
  "cp /srv/trainer-site/deploy/trainer-site.service /etc/systemd/system/",
  "cp /srv/trainer-site/deploy/Caddyfile /etc/caddy/Caddyfile",
  "systemctl enable --now trainer-site",
  "systemctl reload caddy",
  "systemctl start trainer-site",
  "systemctl stop trainer-site",
  "systemctl restart trainer-site",
  "systemctl status trainer-site",
  "journalctl -u trainer-site",
  "journalctl -u caddy",
  "reboot",
];

/** The owner's guide, as Markdown. */
export const guide = readFileSync("docs/dla-trenera.md", "utf8");

/** What the panel does as well, for whoever prefers a terminal. */
const enquiryCommands =
  /^## Enquiries on the command line$.*?(?=^## )/ms.exec(readFileSync("docs/deploy.md", "utf8"))?.[0] ?? "";

const programs =
  /^(?:npm|git|cp|cd|chmod|df|mkdir|chown|exit|ssh|scp|apt|adduser|nano|systemctl|journalctl|reboot)\b/;
/** Every command of the guide and of that chapter once: the lines of its shell blocks, and what stands in the text as code and is a command. */
export const commands = commandsIn(guide + enquiryCommands);

function commandsIn(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^( *)```sh\n(.*?)^\1```$/gms)].flatMap(([, , block = ""]) =>
    block.split("\n"),
  );
  const inText = [...markdown.replaceAll(/^ *```.*?^ *```$/gms, "").matchAll(/`([^`\n]+ [^`\n]+)`/g)]
    .map(([, code = ""]) => code)
    .filter((code) => programs.test(code));
  return [...new Set([...blocks, ...inText].map((line) => line.trim()).filter(Boolean))];
}
