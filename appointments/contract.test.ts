import { describe } from "vitest";
import { describeOnEngines } from "../enquiries/testing/engines.ts";
import { bookingsContract } from "./bookings.contract.ts";

// One file, so that PostgreSQL starts once for all of them.
await describeOnEngines((engine) => {
  describe("bookings", () => bookingsContract(engine));
});
