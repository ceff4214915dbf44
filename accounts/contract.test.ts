import { describeOnEngines } from "../enquiries/testing/engines.ts";
import { accountsContract } from "./accounts.contract.ts";

await describeOnEngines(accountsContract);
