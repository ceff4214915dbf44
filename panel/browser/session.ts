import { redirect, useRouteLoaderData } from "react-router";
import { ApiError, api } from "./api.ts";

/**
 * Loads the signed-in device and the counts. Redirects to sign-in without a session, and to the suspended keys while the owner has not
 * decided which of them stay; both return here afterwards.
 */
export async function loadShell({ request }: { request: Request }) {
  const [me, counts] = await Promise.all([api.me.$get(), api.enquiries.counts.$get()]).catch((error) =>
    redirectToSignIn(error, request),
  );
  const shell = { me: await me.json(), counts: await counts.json() };
  if (shell.me.hasSuspended) throw redirect(`/klucze?dalej=${pathOf(request)}`);
  return shell;
}

/** Throws a redirect to sign-in if the error is a missing session, otherwise the error itself. */
export function redirectToSignIn(error: unknown, request: Request): never {
  if (error instanceof ApiError && error.code === "signed-out")
    throw redirect(`/wejscie?dalej=${pathOf(request)}`);
  throw error;
}

function pathOf({ url }: Request): string {
  const { pathname, search } = new URL(url);
  return encodeURIComponent(pathname.replace(/^\/panel/, "") + search);
}

export const shellId = "shell";

export type ShellData = Awaited<ReturnType<typeof loadShell>>;

/** What the shell has loaded: the signed-in device, and the numbers of things that need the owner's attention. */
export const useShell = () => useRouteLoaderData(shellId) as ShellData;

/** The path to open after sign-in. Ignores URLs outside the panel. */
export function returnPath(search: string): string {
  const wanted = new URLSearchParams(search).get("dalej") ?? "";
  return /^\/[a-z]/.test(wanted) ? wanted : "/";
}
