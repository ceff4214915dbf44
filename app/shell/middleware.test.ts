import { describe, expect, test, vi } from "vitest";
import { middlewareRegistry, runMiddleware } from "./middleware.ts";

const context = { path: "/galeria", prerendered: new Set(["/", "/galeria"]) };

describe("B6.9 named route middleware", () => {
  test("B6.9 runs in the order of the names, one after another", async () => {
    const order: string[] = [];
    const registry = {
      slow: async () => {
        await Promise.resolve();
        order.push("slow");
      },
      quick: () => {
        order.push("quick");
      },
    };
    await runMiddleware(["slow", "quick", "slow"], context, registry);
    expect(order).toEqual(["slow", "quick", "slow"]);
  });

  test("B6.9 passes the path and the pre-rendered paths to each", async () => {
    const look = vi.fn();
    await runMiddleware(["look"], context, { look });
    expect(look).toHaveBeenCalledWith(context);
  });

  test("B6.9 stops at the first that throws", async () => {
    const second = vi.fn();
    const registry = { first: () => Promise.reject(new Error("no entry")), second };
    await expect(runMiddleware(["first", "second"], context, registry)).rejects.toThrow("no entry");
    expect(second).not.toHaveBeenCalled();
  });

  test.each(["auth", "constructor", "toString"])("B6.9 an unknown name is status 500: %s", async (name) => {
    await expect(runMiddleware([name], context)).rejects.toMatchObject({
      statusCode: 500,
      message: `Unknown middleware ${name}`,
    });
  });
});

describe("B6.8 the middleware `prerendered`", () => {
  test("B6.8 lets a path of the static manifest pass", async () => {
    await expect(runMiddleware(["prerendered"], context, middlewareRegistry)).resolves.toBeUndefined();
  });

  test("B6.8 refuses a path that is not in it", async () => {
    await expect(runMiddleware(["prerendered"], { ...context, path: "/oferta" })).rejects.toMatchObject({
      statusCode: 404,
      message: "Route /oferta is not pre-rendered",
    });
  });
});
