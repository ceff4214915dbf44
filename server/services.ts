import type { Handler, Middleware } from "./http-env.ts";

/** What answers besides files: by path, then by method. */
export type Services = Readonly<Record<string, Readonly<Partial<Record<string, Handler>>>>>;

/** Calls the service of this path and method; HEAD is a GET whose body is dropped later. */
export function callServices(services: Services): Middleware {
  return async (c, next) => {
    const method = c.req.method === "HEAD" ? "GET" : c.req.method;
    const handler = services[c.get("path")]?.[method];
    return handler === undefined ? next() : handler(c);
  };
}

/** The methods that a path serves; every address can at least be read, if only to be told that it is unknown. */
export function methodsOf(path: string, services: Services, isFile: boolean): string[] {
  const served = Object.keys(services[path] ?? {});
  const readable = isFile || served.length === 0 || served.includes("GET") ? ["GET", "HEAD"] : [];
  return [...readable, ...served.filter((method) => method !== "GET")];
}
