import { type Content, type ContentName, contentNames } from "../../content-model/content.ts";
import { contrastRatio } from "../../content-model/contrast.ts";
import { fileLabel } from "../../content-model/describe-changes.ts";
import { type CheckedContent, checkContent } from "../../content-model/load.ts";
import { type Path, valueAt } from "../../content-model/path.ts";
import type { RawContent } from "../../content-model/read-content.ts";
import { findSamples, type Sample } from "../../content-model/samples.ts";
import { checkPhotos } from "./photos.ts";
import { checkClause, checkPolicy } from "./privacy.ts";
import { error, type Place, type Problem, warning } from "./problem.ts";

/** One task before the site goes live, done when it has no problems. */
export interface Task {
  readonly name: string;
  readonly problems: readonly Problem[];
  /** The benefit for visitors. */
  readonly why: string;
  /** Where the owner does it: a field of the content, or a screen of the panel. */
  readonly at: Place | string;
}

export interface LaunchFacts {
  readonly siteUrl: string;
  readonly mailConfigured: boolean;
  readonly lastBackup: Date | undefined;
  /** Whether a backup has ever left the server, and whether the owner should prove again to have its key. */
  readonly offsite: { readonly wasSent: boolean; readonly isProofDue: boolean };
  readonly isPublished: boolean;
  readonly now: Date;
}

/** What is left to do by content and settings, most useful first; in the panel and printed by check:launch (P4.8, C7.2). */
export function leftToDo(raw: RawContent, facts: LaunchFacts): Task[] {
  const checked = checkContent(raw);
  const samples = findSamples(raw);
  const tasks = [
    ...(checked.ok ? [] : [publicationBlockers(checked)]),
    ...settingTasks(facts, checked.ok ? checked.content.site.url : undefined),
    ...(checked.ok ? sellingTasks(checked.content) : []),
    ...contentNames.map((name) => ownContent(name, samples)),
    ...(checked.ok ? legalTasks(checked.content) : []),
    backupTask(facts),
  ];
  return tasks
    .map(withSample(samples))
    .map((task) => ({
      ...task,
      at: task.problems[0]?.place ?? task.at,
      problems: task.problems.map((problem) => withLine(problem, raw)),
    }));
}

/** A task whose place is filled in with the sample is not done yet. */
const withSample = (samples: readonly Sample[]) => (task: Task) => {
  const { at, problems } = task;
  if (problems.length > 0 || typeof at === "string" || at.path.length === 0) return task;
  const isWithin = ({ name, path }: Sample) => name === at.name && at.path.every((key, n) => path[n] === key);
  return samples.some(isWithin) ? { ...task, problems: [warning("na razie jest tu przykład", at)] } : task;
};

function ownContent(name: ContentName, samples: readonly Sample[]): Task {
  // An entry's mark comes after its texts, because it is removed last.
  const rank = ({ left }: Sample) => Number(left.kind === "marked");
  const here = samples.filter((sample) => sample.name === name).sort((a, b) => rank(a) - rank(b));
  const problems = here.map((sample) => error(explain(sample), field(name, ...sample.path)));
  const why = "Kto wejdzie na stronę, przeczyta o Tobie, a nie o przykładzie.";
  return { name: `Własna treść: ${fileLabel(name)}`, why, at: field(name), problems };
}

function explain({ path, left }: Sample): string {
  switch (left.kind) {
    case "marked":
      // Only a client's own statement can replace them.
      return path[0] === "opinions" || path[0] === "stories"
        ? "przykładowa opinia albo historia; wpisz prawdziwą razem ze zgodą tej osoby (consent) i usuń sample: true albo usuń cały wpis"
        : "wpis oznaczony jako przykładowy; wpisz własne dane i usuń sample: true";
    case "text":
      return `przykładowa treść: „${left.text}”`;
    case "rendered":
      return `zdjęcie „${left.photo}” jest przykładowe: nie ma takiego miejsca ani takiej osoby; wstaw własne albo usuń ten wpis`;
    case "portrait":
      return `przykładowy portret „${left.photo}” nie przedstawia nikogo; wstaw własne zdjęcie albo usuń to pole`;
  }
}

function publicationBlockers({ problems }: CheckedContent & { ok: false }): Task {
  return {
    name: "To, co blokuje publikację",
    why: "Bez tych poprawek nikt nie zobaczy nowych zmian.",
    at: "/tresc",
    problems: problems.map(({ name, path, file, problem }) => error(problem, name ? { name, path } : file)),
  };
}

/** Below this, a button hardly stands out from the white page. The schema checks that text on it is legible. */
const visibleContrast = 1.5;

/** Tasks that make visitors write or call. */
function sellingTasks({ site, index, oferta, galeria, kontakt }: Content): Task[] {
  const { trainer, openingHours } = site;
  const bare = oferta.services.find(({ lead }) => lead === undefined);
  return [
    task(
      "Imię i portret",
      "Zanim ktoś napisze, chce zobaczyć, z kim będzie ćwiczyć.",
      field("site", "trainer"),
      [trainer?.photo !== undefined || "brakuje portretu osoby, która prowadzi treningi (trainer.photo)"],
    ),
    task(
      "Usługi i ceny",
      "Zanim ktoś zadzwoni, sprawdza, co dostanie i za ile.",
      field("oferta", "services"),
      [
        oferta.services.length > 0 || "nie ma żadnej usługi z ceną (services)",
        bare === undefined || `usługa „${bare.name}” nie ma jeszcze opisu (lead)`,
      ],
    ),
    task(
      "Godziny treningów",
      "Każda osoba najpierw sprawdza, czy pora jej pasuje.",
      field("site", "openingHours"),
      [openingHours.length > 0 || kontakt.slots !== undefined || "brakuje godzin treningów (openingHours)"],
    ),
    task("Kilka zdań o Tobie", "Kilka Twoich zdań ośmiela kogoś, kto się waha.", field("index", "about"), [
      index.about.paragraphs !== undefined || "brakuje kilku zdań od Ciebie (about)",
    ]),
    task("Własne zdjęcia", "Kto przyjdzie pierwszy raz, chce wiedzieć, dokąd.", field("galeria", "photos"), [
      galeria.photos.length + kontakt.photos.length > 0 || "nie ma zdjęć miejsca ani galerii (photos)",
    ]),
  ];
}

function legalTasks(content: Content): Task[] {
  const { accent, company } = content.site;
  const faint = `kolor ${accent} prawie nie różni się od białego tła: przyciski będą słabo widoczne`;
  const noNip = "nie ma numeru NIP; firma musi go podać, działalność nierejestrowana nie";
  return [
    task(
      "Zasady i ceny",
      "Przed zapłatą każdy chce znać zasady odwołania i zwrotu.",
      field("oferta", "rules"),
      terms(content),
    ),
    task(
      "Informacja o danych osobowych",
      "Kto zostawia numer, ma prawo wiedzieć, co się z nim stanie.",
      field("prywatnosc", "sections"),
      checkPolicy(content),
    ),
    task(
      "Informacja obok formularza",
      "Kto pisze, od razu widzi, komu zostawia swój numer.",
      field("kontakt", "informationClause"),
      checkClause(content),
    ),
    task(
      "NIP",
      "Po tym numerze każdy sprawdzi, z czyją firmą ma do czynienia.",
      field("site", "company", "nip"),
      [company.nip !== undefined || noNip],
    ),
    task(
      "Opisy zdjęć",
      "Osoby niewidome dowiedzą się, co jest na zdjęciach.",
      field("galeria"),
      checkPhotos(content),
    ),
    task("Kolor", "Od razu widać, gdzie dotknąć.", field("site", "accent"), [
      contrastRatio(accent, "#ffffff") >= visibleContrast || faint,
    ]),
  ];
}

/** The consumer information that the law requires. */
function terms({ oferta }: Content) {
  const { payment, withdrawal, complaints, terms } = oferta.rules;
  const hasPrices = [...oferta.services, ...oferta.packages].some(({ price }) => "amount" in price);
  return [
    !hasPrices || oferta.priceNote !== undefined || "nie wiadomo, czy ceny zawierają VAT (priceNote)",
    payment !== undefined || "nie wiadomo, kiedy i jak się płaci (rules.payment)",
    withdrawal !== undefined ||
      "nie ma mowy o prawie do odstąpienia w ciągu 14 dni od umowy zawartej na odległość (rules.withdrawal)",
    complaints !== undefined || "nie wiadomo, gdzie i jak zgłosić reklamację (rules.complaints)",
    terms !== undefined || "nie ma regulaminu usług świadczonych drogą elektroniczną (rules.terms)",
  ];
}

function settingTasks({ siteUrl, mailConfigured, isPublished }: LaunchFacts, contentUrl?: string) {
  const noHttps = `adres strony to ${siteUrl}, a w internecie potrzebne jest https://`;
  const otherUrl = `adres strony w treści (${contentUrl}) jest inny niż ustawienie SITE_URL (${siteUrl})`;
  const noMail = "nie ma serwera poczty: zapytania są zapisywane, ale e-maile nie wychodzą";
  const isSameUrl = contentUrl === undefined || contentUrl.replace(/\/$/, "") === siteUrl;
  return [
    task("Pierwsza publikacja", "Dopóki nie opublikujesz, nikt nie zobaczy Twojej strony.", "/publikacja", [
      isPublished || "nic nie jest opublikowane; zrób to w panelu albo poleceniem npm run publish",
    ]),
    task(
      "Poczta, która wysyła Ci zapytania",
      "Kto napisze, dostanie potwierdzenie, a do Ciebie od razu przyjdzie e-mail.",
      "/ustawienia/poczta",
      [mailConfigured || error(noMail, "SMTP_URL")],
    ),
    task("Własny adres strony z https", "Nikogo nie wystraszy ostrzeżenie przeglądarki.", "/stan", [
      siteUrl.startsWith("https:") || error(noHttps, "SITE_URL"),
      isSameUrl || error(otherUrl, field("site", "url")),
    ]),
  ];
}

const dayMs = 24 * 60 * 60 * 1000;
const oldestBackupDays = 7;

function backupTask({ lastBackup, offsite, now }: LaunchFacts): Task {
  const days = lastBackup && Math.floor((now.getTime() - lastBackup.getTime()) / dayMs);
  const isFresh = days === undefined || days <= oldestBackupDays;
  return task(
    "Kopia zapasowa, także poza serwerem",
    "Żadne zapytanie nie zginie, gdy zepsuje się serwer.",
    "/ustawienia/kopie",
    [
      days !== undefined || "nie ma jeszcze kopii; zrób ją: npm run backup",
      isFresh || `ostatnia kopia ma ${days} dni; zrób nową: npm run backup`,
      offsite.wasSent || "żadna kopia nie wyszła jeszcze poza serwer; ustaw to w panelu",
      !offsite.wasSent || !offsite.isProofDue || "od pół roku nikt nie sprawdził w panelu klucza do kopii",
    ],
  );
}

/** `found`: problems, or what is lacking, where `true` stands for a requirement that is met. */
function task(
  name: string,
  why: string,
  at: Place | string,
  found: readonly (Problem | string | true)[],
): Task {
  const place = typeof at === "string" ? undefined : at;
  const problems = found
    .filter((one) => one !== true)
    .map((one) => (typeof one === "string" ? warning(one, place) : one));
  return { name, why, at, problems };
}

const field = (name: ContentName, ...path: Path): Place => ({ name, path });

/** Adds the file and line of a problem's field; a missing field has no line. */
function withLine(problem: Problem, { files }: RawContent): Problem {
  if (!problem.place) return problem;
  const { name, path } = problem.place;
  const { file, value, lineOf } = files[name];
  return { ...problem, where: valueAt(value, path) === undefined ? file : `${file}:${lineOf?.(path)}` };
}
