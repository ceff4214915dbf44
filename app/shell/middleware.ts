import { StatusError } from "./page-error.ts";

/** Describes the page to be loaded. `prerendered` holds the published paths. */
interface MiddlewareContext {
  readonly path: string;
  readonly prerendered: ReadonlySet<string>;
}

/** Each runs before a page loads and throws to stop it. */
const registry: Readonly<Record<string, (context: MiddlewareContext) => void | Promise<void>>> = {
  prerendered({ path, prerendered }) {
    if (!prerendered.has(path)) throw new StatusError(404, `Route ${path} is not pre-rendered`);
  },
};

/** Runs the named middleware one after another; an unknown name is an error with status 500 (B6.8, B6.9). */
export async function runMiddleware(names: readonly string[], context: MiddlewareContext): Promise<void> {
  for (const name of names) {
    const middleware = Object.hasOwn(registry, name) ? registry[name] : undefined;
    if (!middleware) throw new StatusError(500, `Unknown middleware ${name}`);
    await middleware(context);
  }
}
