import { redirect, useRouteLoaderData } from "react-router";
import { ApiError, api } from "./api.ts";

/**
 * Loads who is signed in and how much is new. Without a session it redirects to sign-in, and while the owner has not said which keys stay
 * to that question; both return here.
 */
export async function loadShell({ request }: { request: Request }) {
  const [me, counts] = await Promise.all([api.me.$get(), api.enquiries.counts.$get()]).catch((error) =>
    redirectToSignIn(error, request),
  );
  const shell = { me: await me.json(), counts: await counts.json() };
  if (shell.me.hasSuspended) throw redirect(`/klucze?dalej=${pathOf(request)}`);
  return shell;
}

/** Throws a redirect to sign-in if that is what failed, otherwise the error. */
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

/** What needs the owner's attention, in numbers. */
export const useCounts = () =>
  useRouteLoaderData<typeof loadShell>(shellId)?.counts ?? { new: 0, inQuarantine: 0 };

/** Where to go after sign-in: only ever a page of the panel, whatever the URL asks for. */
export function returnPath(search: string): string {
  const wanted = new URLSearchParams(search).get("dalej") ?? "";
  return /^\/[a-z]/.test(wanted) ? wanted : "/";
}
