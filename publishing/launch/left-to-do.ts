import { type Content, type ContentName, contentNames } from "../../content-model/content.ts";
import { contrastRatio } from "../../content-model/contrast.ts";
import { fileLabels } from "../../content-model/describe-changes.ts";
import { type CheckedContent, checkContent } from "../../content-model/load.ts";
import { type Path, valueAt } from "../../content-model/path.ts";
import type { RawContent } from "../../content-model/read-content.ts";
import { findSamples, type Sample } from "../../content-model/samples.ts";
import { type Check, error, lacksOf, type Place, type Problem, warning } from "../checks/problem.ts";
import { checkPhotos } from "./photos.ts";
import { checkClause, checkNumbers, checkPolicy } from "./privacy.ts";

/** One task before the site goes live, done when it has no problems. */
export interface Task extends Check {
  /** Where the owner does it: a field of the content, or a screen of the panel. */
  readonly at: Place | string;
}

export interface LaunchFacts {
  readonly siteUrl: string;
  readonly mailConfigured: boolean;
  readonly lastBackup: Date | undefined;
  readonly isPublished: boolean;
  readonly now: Date;
}

/** The one list of what is left to do, as far as content and main settings tell: shown in the panel, printed by check:launch (P4.8). */
export function leftToDo(raw: RawContent, facts: LaunchFacts): Task[] {
  const checked = checkContent(raw);
  const samples = findSamples(raw);
  const tasks = [
    ...contentNames.map((name) => ownContent(name, samples)),
    ...(checked.ok ? contentTasks(checked.content) : [inTheWay(checked)]),
    ...settingTasks(facts, checked.ok ? checked.content.site.url : undefined),
  ];
  return tasks.map((task) => ({
    ...task,
    at: task.problems[0]?.place ?? task.at,
    problems: task.problems.map((problem) => withLine(problem, raw)),
  }));
}

function ownContent(name: ContentName, samples: readonly Sample[]): Task {
  const here = samples.filter((sample) => sample.name === name);
  // An entry's mark comes after its texts, because it is removed last.
  const [texts, marks] = [
    here.filter(({ left }) => left.kind !== "marked"),
    here.filter(({ left }) => left.kind === "marked"),
  ];
  const problems = [...texts, ...marks].map(({ path, left }) => error(explain(left), field(name, ...path)));
  return { name: `Własna treść: ${fileLabels[name]}`, at: field(name), problems };
}

function explain(left: Sample["left"]): string {
  switch (left.kind) {
    case "marked":
      return left.aboutClient
        ? "przykładowa opinia albo historia; wpisz prawdziwą razem ze zgodą tej osoby (consent) i usuń sample: true albo usuń cały wpis"
        : "wpis oznaczony jako przykładowy; wpisz własne dane i usuń sample: true";
    case "text":
      return `przykładowa treść: „${left.text}”`;
    case "portrait":
      return `przykładowy portret „${left.photo}” nie przedstawia nikogo; wstaw własne zdjęcie albo usuń to pole`;
  }
}

function inTheWay({ problems }: CheckedContent & { ok: false }): Task {
  return {
    name: "To, co blokuje publikację",
    at: "/tresc",
    problems: problems.map(({ name, path, file, problem, hint }) =>
      error(`${problem}. ${hint}`, name ? { name, path } : file),
    ),
  };
}

/** Below this, a button hardly stands out from the white page. The schema checks that text on it is legible. */
const visibleContrast = 1.5;

function contentTasks(content: Content): Task[] {
  const { openingHours, trainer, accent, company } = content.site;
  return [
    requirements("Godziny treningów", field("site", "openingHours"), [
      [openingHours.length > 0, "brakuje godzin treningów (openingHours)"],
    ]),
    requirements("Imię i portret", field("site", "trainer"), [
      [
        trainer !== undefined,
        "brakuje osoby, która prowadzi treningi (trainer): imienia, portretu i zdania od niej",
      ],
      [
        !trainer || trainer.photo !== undefined,
        "brakuje portretu osoby, która prowadzi treningi (trainer.photo)",
      ],
    ]),
    task("NIP i REGON", field("site", "company", "nip"), checkNumbers(company)),
    task("Informacja o danych osobowych", field("prywatnosc", "sections"), checkPolicy(content)),
    task("Informacja obok formularza", field("kontakt", "informationClause"), checkClause(content)),
    requirements("Zasady i ceny", field("oferta", "rules"), terms(content)),
    task("Opisy zdjęć", field("galeria"), checkPhotos(content)),
    requirements("Kolor", field("site", "accent"), [
      [
        contrastRatio(accent, "#ffffff") >= visibleContrast,
        `kolor ${accent} prawie nie różni się od białego tła: przyciski będą słabo widoczne`,
      ],
    ]),
  ];
}

type Demand = readonly [isMet: boolean, lack: string];

/** The consumer information that the law requires. */
function terms({ oferta }: Content): Demand[] {
  const { payment, withdrawal, complaints, terms } = oferta.rules;
  const hasPrices = [...oferta.services, ...oferta.packages].some(({ price }) => "amount" in price);
  return [
    [!hasPrices || oferta.priceNote !== undefined, "nie wiadomo, czy ceny zawierają VAT (priceNote)"],
    [payment !== undefined, "nie wiadomo, kiedy i jak się płaci (rules.payment)"],
    [
      withdrawal !== undefined,
      "nie ma mowy o prawie do odstąpienia w ciągu 14 dni od umowy zawartej na odległość (rules.withdrawal)",
    ],
    [complaints !== undefined, "nie wiadomo, gdzie i jak zgłosić reklamację (rules.complaints)"],
    [terms !== undefined, "nie ma regulaminu usług świadczonych drogą elektroniczną (rules.terms)"],
  ];
}

const dayMs = 24 * 60 * 60 * 1000;
const oldestBackupDays = 7;

function settingTasks(
  { siteUrl, mailConfigured, lastBackup, isPublished, now }: LaunchFacts,
  contentUrl: string | undefined,
): Task[] {
  const days = lastBackup && Math.floor((now.getTime() - lastBackup.getTime()) / dayMs);
  const noHttps = `adres strony to ${siteUrl}, a w internecie potrzebne jest https://`;
  const otherUrl = `adres witryny w treści (${contentUrl}) jest inny niż ustawienie SITE_URL (${siteUrl})`;
  const noMail = "nie ma serwera poczty: zapytania są zapisywane, ale e-maile nie wychodzą";
  const isSameUrl = contentUrl === undefined || contentUrl.replace(/\/$/, "") === siteUrl;
  return [
    task("Własny adres strony z https", "/stan", [
      ...(siteUrl.startsWith("https:") ? [] : [error(noHttps, "SITE_URL")]),
      ...(isSameUrl ? [] : [error(otherUrl, field("site", "url"))]),
    ]),
    task(
      "Poczta, która wysyła Ci zapytania",
      "/ustawienia/poczta",
      mailConfigured ? [] : [error(noMail, "SMTP_URL")],
    ),
    requirements("Kopia zapasowa", "/ustawienia/kopie", [
      [days !== undefined, "nie ma kopii zapytań; zrób ją: npm run backup"],
      [
        days === undefined || days <= oldestBackupDays,
        `ostatnia kopia zapytań ma ${days} dni; zrób nową: npm run backup`,
      ],
    ]),
    requirements("Pierwsza publikacja", "/publikacja", [
      [isPublished, "na razie widać próbną stronę; opublikuj treść w panelu albo poleceniem npm run publish"],
    ]),
  ];
}

function requirements(name: string, at: Place | string, demands: readonly Demand[]): Task {
  const place = typeof at === "string" ? undefined : at;
  const problems = lacksOf(demands).map((lack) => warning(lack, place));
  return task(name, at, problems);
}

const task = (name: string, at: Place | string, problems: readonly Problem[]): Task => ({
  name,
  at,
  problems,
});

const field = (name: ContentName, ...path: Path): Place => ({ name, path });

/** Says in which file and line a field is; a missing one has no line. */
function withLine(problem: Problem, { files }: RawContent): Problem {
  if (!problem.place) return problem;
  const { name, path } = problem.place;
  const { file, value, lineOf } = files[name];
  return { ...problem, where: valueAt(value, path) === undefined ? file : `${file}:${lineOf?.(path)}` };
}
