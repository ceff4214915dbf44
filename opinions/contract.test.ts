import { describe } from "vitest";
import { describeOnEngines } from "../enquiries/testing/engines.ts";
import { opinionsContract } from "./opinions.contract.ts";

// One file, so that PostgreSQL starts once for all of them.
await describeOnEngines((engine) => {
  describe("opinions", () => opinionsContract(engine));
});
