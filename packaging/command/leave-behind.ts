// Run by an upgrade that is taken back, as the site's user and by the newer program.
import { leaveBehind } from "../../enquiries/owner/left-behind.server.ts";
import { loadConfig } from "../../server/config.ts";

const left = await leaveBehind(loadConfig().dataDir, new Date());
if (!left.ok) {
  console.error(left.problem);
  process.exitCode = 1;
}
