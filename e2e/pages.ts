import { routes } from "../app/routes.ts";

/** Every published page of the sample content. */
export const pagePaths: readonly string[] = routes.map(({ path }) => path);
