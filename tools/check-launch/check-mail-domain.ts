import { error, type Problem, unchecked, warning } from "../../publishing/checks/problem.ts";
import { type LookUp, LookUpError } from "./look-up.ts";

/** Selectors of common mail services; DKIM has no way to list the ones in use. */
const usualSelectors = [
  ...["default", "dkim", "mail", "email", "key1", "k1", "k2", "s1", "s2", "selector1", "selector2"],
  ...["google", "zoho", "protonmail", "mailjet", "brevo", "smtp", "fm1", "mandrill"],
];

type NameLookUp = Pick<LookUp, "txt" | "isOnline">;

interface Sender {
  readonly from: string;
  /** The selector given by the owner; without it, the common ones are tried. */
  readonly dkimSelector?: string | undefined;
}

/** Checks the sender's domain for SPF, DKIM and DMARC, without which e-mails end up as spam. */
export async function checkMailDomain(
  { from, dkimSelector }: Sender,
  lookUp: NameLookUp,
): Promise<Problem[]> {
  const domain = domainOf(from);
  if (/(?:^|\.)(?:example\.\w+|example|test|invalid|localhost)$/.test(domain)) {
    return [error(`adres nadawcy (${from}) jest przykładowy`, "MAIL_FROM")];
  }
  if (!(await lookUp.isOnline())) {
    return [unchecked(`SPF, DKIM i DMARC domeny ${domain}: brak połączenia z internetem`)];
  }
  const checks = [
    checkSpf(domain, lookUp),
    checkDkim(domain, dkimSelector, lookUp),
    checkDmarc(domain, lookUp),
  ];
  const problems = await Promise.all(checks.map((check) => check.catch(explainNoAnswer)));
  return problems.flat();
}

function domainOf(from: string): string {
  return (/@([^@\s>]+)>?\s*$/.exec(from)?.[1] ?? "").toLowerCase();
}

function explainNoAnswer(error: unknown): Problem[] {
  if (!(error instanceof LookUpError)) throw error;
  return [unchecked(`serwer nazw nie odpowiedział (${error.message})`)];
}

async function checkSpf(domain: string, lookUp: NameLookUp): Promise<Problem[]> {
  const records = (await lookUp.txt(domain)).filter((record) => /^v=spf1(?:\s|$)/i.test(record));
  const [record = ""] = records;
  if (records.length === 0) {
    return [error(`domena ${domain} nie ma rekordu SPF; dodaj rekord TXT, który poda firma od poczty`)];
  }
  if (records.length > 1) {
    return [
      error(`domena ${domain} ma kilka rekordów SPF (${records.length}), a może mieć jeden; połącz je`),
    ];
  }
  if (/\s\+?all\b/i.test(record)) {
    return [error(`rekord SPF domeny ${domain} pozwala wysyłać każdemu; zamień „all” na „~all” albo „-all”`)];
  }
  return [];
}

async function checkDkim(
  domain: string,
  selector: string | undefined,
  lookUp: NameLookUp,
): Promise<Problem[]> {
  const selectors = selector === undefined ? usualSelectors : [selector];
  const found = await Promise.all(
    selectors.map(async (name) => (await lookUp.txt(`${name}._domainkey.${domain}`)).some(holdsKey)),
  );
  if (found.includes(true)) return [];
  if (selector !== undefined) {
    return [error(`nie ma klucza DKIM ${selector}._domainkey.${domain}; włącz DKIM w firmie od poczty`)];
  }
  return [
    unchecked(
      `DKIM domeny ${domain}: pod zwykłymi nazwami nie ma klucza. Podaj nazwę (selektor) z panelu poczty: npm run check:launch -- --dkim-selector NAZWA`,
    ),
  ];
}

/** An empty key has been revoked. */
const holdsKey = (record: string) => /(?:^|;)\s*p=[^;\s]+/i.test(record);

async function checkDmarc(domain: string, lookUp: NameLookUp): Promise<Problem[]> {
  for (const name of withParents(domain)) {
    const [record] = (await lookUp.txt(`_dmarc.${name}`)).filter((text) => /^v=DMARC1\b/i.test(text));
    if (record === undefined) continue;
    return /;\s*p=(?:none|quarantine|reject)\b/i.test(record)
      ? []
      : [error(`rekord DMARC domeny ${name} nie mówi, co robić z fałszywymi e-mailami (p=)`)];
  }
  return [warning(`domena ${domain} nie ma rekordu DMARC; dodaj TXT dla _dmarc.${domain}: v=DMARC1; p=none`)];
}

/** The domain and its parents, without the top-level domain: a subdomain inherits its parent's record. */
function withParents(domain: string): string[] {
  const labels = domain.split(".");
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join("."));
}
