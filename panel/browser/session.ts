import { redirect, useRouteLoaderData } from "react-router";
import { api } from "./api.ts";

/** Loads the signed-in device and the counts. Asks first about suspended keys while the owner has not decided which of them stay. */
export async function loadShell({ request }: { request: Request }) {
  const [me, counts] = await Promise.all([api.me.$get(), api.enquiries.counts.$get()]);
  const shell = { me: await me.json(), counts: await counts.json() };
  if (shell.me.hasSuspended) throw detour("/klucze", request);
  return shell;
}

/** Redirects to a screen that leads back to the requested one. */
export function detour(path: "/klucze" | "/wejscie", { url }: Request): Response {
  const { pathname, search } = new URL(url);
  return redirect(`${path}?dalej=${encodeURIComponent(pathname.replace(/^\/panel/, "") + search)}`);
}

export const shellId = "shell";

export type ShellData = Awaited<ReturnType<typeof loadShell>>;

/** What the shell has loaded: the signed-in device, and the numbers of things that need the owner's attention. */
export const useShell = () => useRouteLoaderData(shellId) as ShellData;

/** The path to open after a detour. Ignores URLs outside the panel. */
export function returnPath(search: string): string {
  const wanted = new URLSearchParams(search).get("dalej") ?? "";
  return /^\/[a-z]/.test(wanted) ? wanted : "/";
}
