export type RequestTarget = {
  /** The path as it was asked for, still percent-encoded; empty when the address is refused. */
  path: string;
  /** The query with its question mark, or empty. */
  search: string;
  /** Why the address itself is refused. */
  badAddress?: { statusCode: 400 | 414; message: string };
};

const maxLength = 4096;

/**
 * Splits an HTTP request target into path and query, both as they came, or says which 4xx it deserves. It must be
 * given the raw target: a URL parser would quietly resolve the very things that are refused here.
 */
export function parseRequestTarget(raw: string): RequestTarget {
  if (raw.length > maxLength) return refused({ statusCode: 414, message: "URI Too Long" });
  const target = raw.replace(/^https?:\/\/[^/?]*/i, "") || "/";
  const queryAt = target.indexOf("?");
  const path = queryAt === -1 ? target : target.slice(0, queryAt);
  const search = queryAt === -1 ? "" : target.slice(queryAt);
  if (!isWellFormed(path) || !/^[\x21-\x7e]*$/.test(search) || /%00/.test(search)) {
    return refused({ statusCode: 400, message: "Bad Request" });
  }
  return { path, search };
}

const refused = (badAddress: NonNullable<RequestTarget["badAddress"]>) => ({
  path: "",
  search: "",
  badAddress,
});

function isWellFormed(path: string): boolean {
  if (!/^\/[\x21-\x7e]*$/.test(path) || /[\\#]/.test(path)) return false;
  const decoded = decode(path);
  if (decoded === undefined) return false;
  return !/[\p{Cc}\\]/u.test(decoded) && !decoded.split("/").some((part) => part === "." || part === "..");
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
