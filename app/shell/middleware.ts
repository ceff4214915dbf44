import { StatusError } from "./page-error.ts";

/** Describes the page to be loaded. `prerendered` holds the published paths. */
export interface MiddlewareContext {
  readonly path: string;
  readonly prerendered: ReadonlySet<string>;
}

/** Runs before a page loads and throws to stop it. */
export type RouteMiddleware = (context: MiddlewareContext) => void | Promise<void>;

export const middlewareRegistry: Readonly<Record<string, RouteMiddleware>> = {
  prerendered({ path, prerendered }) {
    if (!prerendered.has(path)) throw new StatusError(404, `Route ${path} is not pre-rendered`);
  },
};

/** Runs the named middleware one after another; an unknown name is an error with status 500. */
export async function runMiddleware(
  names: readonly string[],
  context: MiddlewareContext,
  registry: Readonly<Record<string, RouteMiddleware>> = middlewareRegistry,
): Promise<void> {
  for (const name of names) {
    const middleware = Object.hasOwn(registry, name) ? registry[name] : undefined;
    if (!middleware) throw new StatusError(500, `Unknown middleware ${name}`);
    await middleware(context);
  }
}
