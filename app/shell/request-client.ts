import type { LoadingBar } from "./loading-bar.ts";

/** The service's addresses, from the running server or from a file on a static host. */
export type RuntimeConfig = { browserBaseUrl?: string | null; baseUrl?: string | null };

/** The base address for calls from the browser: `browserBaseUrl`, else `baseUrl`, else the local default (B7.1). */
export function resolveBaseUrl(config: RuntimeConfig): string {
  return config.browserBaseUrl || config.baseUrl || "http://localhost:3000/";
}

export interface RequestOptions {
  readonly method?: "GET" | "POST";
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Whether the call drives the loading bar; true by default. */
  readonly progress?: boolean;
  readonly timeoutMs?: number;
}

/** A response of any status; `body` is the parsed JSON, or the text if it is not JSON. */
export interface ServiceResponse {
  readonly status: number;
  readonly body: unknown;
  header(name: string): string | null;
}

/** The service could not be reached, or did not answer in time. */
export class RequestError extends Error {}

export type RequestClient = ReturnType<typeof createRequestClient>;

/** The only client for calls to a service. Uses XMLHttpRequest, because fetch reports no upload progress (B7.2, B7.3). */
export function createRequestClient(deps: { loadConfig(): Promise<RuntimeConfig>; bar: LoadingBar }) {
  let authorization: string | null = null;
  let config: Promise<RuntimeConfig> | undefined;

  async function address(path: string): Promise<string> {
    config ??= deps.loadConfig().catch((failure: unknown) => {
      config = undefined;
      throw new RequestError("The runtime configuration could not be loaded", { cause: failure });
    });
    const base = new URL(resolveBaseUrl(await config), location.href);
    return new URL(path.replace(/^\//, ""), base.href.endsWith("/") ? base : `${base.href}/`).href;
  }

  return {
    /** Sets the Authorization header of later calls; an empty token clears it. */
    setToken(token: string | null, type = "Bearer") {
      authorization = token ? `${type} ${token}` : null;
    },
    /** Resolves with a response of any status; rejects with RequestError if there is none. */
    async request(
      path: string,
      { method = "GET", body, progress = true, timeoutMs = 30_000 }: RequestOptions = {},
    ): Promise<ServiceResponse> {
      const activity = progress ? deps.bar.start() : undefined;
      try {
        const call = new XMLHttpRequest();
        call.open(method, await address(path));
        call.timeout = timeoutMs;
        call.setRequestHeader("Accept", "application/json, text/plain, */*");
        if (authorization) call.setRequestHeader("Authorization", authorization);
        if (body !== undefined) call.setRequestHeader("Content-Type", "application/json");
        const response = await send(call, body, (fraction) => activity?.progress(fraction));
        activity?.end(response.status < 400 ? "done" : "failed");
        return response;
      } catch (failure) {
        activity?.end("failed");
        throw failure;
      }
    },
  };
}

function send(call: XMLHttpRequest, body: unknown, report: (fraction: number) => void) {
  return new Promise<ServiceResponse>((resolve, reject) => {
    // Upload and download each count for half, so the bar never moves backwards between them.
    call.upload.onprogress = (event) => event.lengthComputable && report((event.loaded / event.total) * 0.5);
    call.onprogress = (event) => event.lengthComputable && report(0.5 + (event.loaded / event.total) * 0.5);
    call.onload = () =>
      resolve({
        status: call.status,
        body: parseBody(call.responseText),
        header: (name) => call.getResponseHeader(name),
      });
    // The browser's "Stop" cancels calls, too.
    call.onerror = call.onabort = () => reject(new RequestError("The service could not be reached"));
    call.ontimeout = () =>
      reject(new RequestError(`The service did not answer within ${call.timeout / 1000} s`));
    call.send(body === undefined ? null : JSON.stringify(body));
  });
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
