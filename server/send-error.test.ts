import { describe, expect, test } from "vitest";
import type { Render } from "./render.ts";
import { ask } from "./testing/http-client.ts";
import { fixtureFiles, serveFixture } from "./testing/site-fixture.ts";

const asBrowser = { headers: { Accept: "text/html" } };
const form = { method: "POST", headers: { "Content-Type": "application/x-www-form-urlencoded" } };

function failingSubmit(): Promise<never> {
  return Promise.reject(
    Object.assign(new Error("name Ala is bad"), { detail: "Key (email)=(ala@example.com)" }),
  );
}

describe("an error of ours", () => {
  test("is the error page with status 500 and the logged request id, and the server goes on", async () => {
    const { port, logLines } = await serveFixture({ submit: failingSubmit });
    const answer = await ask(port, "/kontakt", { ...form, body: "name=Ala" });
    expect(answer.status).toBe(500);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(JSON.parse(answer.text)).toEqual({
      path: "/kontakt",
      error: { statusCode: 500, message: "Internal Server Error" },
      requestId: "request-1",
    });
    const errors = logLines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50);
    expect(errors).toMatchObject([{ requestId: "request-1", msg: "request failed" }]);
    expect((await ask(port, "/")).status).toBe(200);
  });

  test("is JSON without any detail for a program", async () => {
    const { port } = await serveFixture({ submit: failingSubmit });
    const answer = await ask(port, "/api/enquiries", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: "{}",
    });
    expect(answer.status).toBe(500);
    expect(JSON.parse(answer.text)).toEqual({
      statusCode: 500,
      message: "Internal Server Error",
      at: 1_700_000_000_000,
    });
  });

  test("is the ready-made page when the error page cannot be rendered either", async () => {
    const render = () => Promise.reject(new Error("no React"));
    const { port } = await serveFixture({ render });
    const answer = await ask(port, "/dziekujemy?ref=7K3M-9QXR", asBrowser);
    expect(answer.status).toBe(500);
    expect(answer.text).toBe(fixtureFiles["500.html"]);
    expect((await ask(port, "/nie-ma", asBrowser)).status).toBe(404);
  });
});

test("an error page is rendered once, and again after a failure", async () => {
  let rendered = 0;
  const render: Render = async () => {
    rendered += 1;
    if (rendered === 1) throw new Error("not yet");
    return { status: 404, html: "rendered" };
  };
  const { port } = await serveFixture({ render });
  const texts: string[] = [];
  for (let turn = 0; turn < 3; turn += 1) texts.push((await ask(port, "/galeria")).text);
  expect(texts).toEqual([fixtureFiles["500.html"], "rendered", "rendered"]);
  expect(rendered).toBe(2);
});

test("rendered pages are compressed where the browser accepts it", async () => {
  const { port } = await serveFixture();
  const sizes: number[] = [];
  for (const encoding of ["br", "gzip", "identity"]) {
    const answer = await ask(port, "/galeria", { headers: { "Accept-Encoding": encoding } });
    expect(answer.headers["content-encoding"]).toBe(encoding === "identity" ? undefined : encoding);
    expect(answer.headers.vary).toBe("Accept-Encoding");
    expect(answer.headers["content-length"]).toBe(String(answer.body.length));
    sizes.push(answer.body.length);
  }
  expect(new Set(sizes).size).toBe(3);
});
