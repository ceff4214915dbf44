import { expect, test } from "vitest";
import { runMiddleware } from "../load-page.ts";

const context = { path: "/galeria", prerendered: new Set(["/", "/galeria"]) };
const keptBack = { ...context, path: "/oferta" };

test("B6.8 a path of the static manifest passes, any other is refused", async () => {
  await expect(runMiddleware(["prerendered"], context)).resolves.toBeUndefined();
  await expect(runMiddleware(["prerendered"], keptBack)).rejects.toMatchObject({
    statusCode: 404,
    message: "Route /oferta is not pre-rendered",
  });
});

test.each(["auth", "constructor", "toString"])("B6.9 an unknown name is status 500: %s", async (name) => {
  await expect(runMiddleware([name], context)).rejects.toMatchObject({
    statusCode: 500,
    message: `Unknown middleware ${name}`,
  });
});

test("B6.9 runs in the order of the names, and stops at the first that throws", async () => {
  await expect(runMiddleware(["prerendered", "auth"], keptBack)).rejects.toMatchObject({ statusCode: 404 });
  await expect(runMiddleware(["auth", "prerendered"], keptBack)).rejects.toMatchObject({ statusCode: 500 });
});
