import { afterAll, beforeEach, describe, test } from "vitest";
import { startEngine } from "../enquiries/testing/engines.ts";
import { accountsContract } from "./accounts.contract.ts";

for (const kind of ["SQLite", "PostgreSQL"] as const) {
  const engine = await startEngine(kind);
  describe.skipIf(!engine)(kind, () => {
    if (!engine) return test("is not on this machine", () => {});
    beforeEach(() => engine.empty());
    afterAll(() => engine.stop());
    accountsContract(engine);
  });
}
