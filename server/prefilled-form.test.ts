import { expect, test } from "vitest";
import type { Render } from "./render.ts";
import { ask } from "./testing/http-client.ts";
import { fixtureFiles, serveFixture } from "./testing/site-fixture.ts";

test("B10.6 a link with a service or a slot gets the form as the app renders it for this query", async () => {
  const render: Render = async ({ path, search }) => ({ status: 200, html: `${path}${search}` });
  const { port } = await serveFixture({ render });
  for (const search of ["?cel=dieta", "?termin=we-0700", "?z=ulotka&cel=dieta", "?z=ulotka&terminy"]) {
    const answer = await ask(port, `/kontakt${search}`);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(`/kontakt${search}`);
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
  }
});

test.each(["?a=1", "?celu=dieta", "?a=cel", ""])(
  "another query gets the ordinary page: %j",
  async (search) => {
    const { port } = await serveFixture();
    expect((await ask(port, `/kontakt${search}`)).text).toBe(fixtureFiles["kontakt.html"]);
  },
);

test("a page that could not be rendered is tried again", async () => {
  let failures = 1;
  const render: Render = async () =>
    failures-- > 0 ? { status: 500, html: "Awaria" } : { status: 200, html: "Formularz" };
  const { port } = await serveFixture({ render });
  expect((await ask(port, "/kontakt?cel=dieta")).status).toBe(500);
  expect((await ask(port, "/kontakt?cel=dieta")).text).toBe("Formularz");
});
