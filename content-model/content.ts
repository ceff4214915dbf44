import type { z } from "zod";
import { dziekujemy } from "./schema/dziekujemy.ts";
import { galeria } from "./schema/galeria.ts";
import { index } from "./schema/index.ts";
import { kontakt } from "./schema/kontakt.ts";
import { oferta } from "./schema/oferta.ts";
import { osiagniecia } from "./schema/osiagniecia.ts";
import { prywatnosc } from "./schema/prywatnosc.ts";
import { site } from "./schema/site.ts";

/** The schema of each file: `site` is content/site.yaml, and so on. */
export const contentSchemas = { site, index, oferta, galeria, osiagniecia, kontakt, dziekujemy, prywatnosc };

export type ContentName = keyof typeof contentSchemas;

export const contentNames = Object.keys(contentSchemas) as ContentName[];

/** The values of files, raw or parsed. */
export type Values = Readonly<Partial<Record<ContentName, unknown>>>;

/** The whole content, validated and with Polish typography applied. */
export type Content = { [Name in ContentName]: z.output<(typeof contentSchemas)[Name]> };
