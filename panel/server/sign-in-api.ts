import * as z from "zod/mini";
import type { LinkPurpose } from "../../accounts/links.ts";
import { hashRecoveryCode } from "../../accounts/recovery.ts";
import { hourMs, minuteMs } from "../../enquiries/clock.ts";
import { createRateLimiter } from "../../enquiries/limits.server.ts";
import {
  createSessionCookie,
  credential,
  deviceName,
  jsonBody,
  type PanelDeps,
  requirePasskeys,
  routes,
  sendError,
} from "./env.ts";

const device = "nieznane urządzenie";

const code = z.string().check(z.maxLength(60));
const claim = z.object({ token: z.string().check(z.maxLength(100)), deviceName, code: z.optional(code) });

/** The calls that `admission.ts` admits without a session. */
export function createSignInApi(deps: PanelDeps) {
  const { accounts, settings, enquiries, clock } = deps;
  const { sessions, passkeys, noPasskeys, auditLog } = accounts;
  const cookie = createSessionCookie(settings);
  const needPasskeys = requirePasskeys(accounts);
  /** Of one code: each recovery e-mails the owner, even if a thief of the code asks. */
  const countRecovery = createRateLimiter({ limit: 3, windowMs: hourMs, clock });
  /** The last sign-in by a link: whoever repeats it, because the response was lost, has neither the link nor an earlier device any more. */
  let last: { call: string; session: string; at: number } | undefined;

  return routes()
    .get("/door", async (c) => {
      const known = await passkeys.list();
      return c.json({
        signedIn: c.get("session") !== undefined,
        noPasskeys,
        /** Passkeys exist, but all were created for another address of the site. */
        siteMoved: known.length > 0 && known.every(({ usable }) => !usable),
      });
    })
    .post("/sign-in/options", needPasskeys, async (c) => c.json(await passkeys.authenticationOptions(null)))
    .post("/sign-in", needPasskeys, jsonBody(z.object({ credential })), async (c) => {
      const verified = await passkeys.verify(c.req.valid("json").credential, null);
      if (verified.kind !== "verified") {
        await auditLog.write({ action: "signed-in", device, succeeded: false });
        return sendError(c, 403, verified.kind);
      }
      const { id: passkeyId, name } = verified.passkey;
      const begun = await sessions.begin({ passkeyId, deviceName: name, beganWith: "passkey" });
      cookie.write(c, begun.token);
      await auditLog.write({ action: "signed-in", device: name });
      return c.body(null, 204);
    })
    .post("/links/claim", jsonBody(claim), async (c) => {
      const { token, deviceName, code } = c.req.valid("json");
      const begun = await accounts.signInByLink(token, { deviceName, code });
      const key = c.req.header("Idempotency-Key");
      const call = `${token} ${key}`;
      if (!begun && key && last?.call === call && clock.monotonicMs() - last.at < 2 * minuteMs) {
        cookie.write(c, last.session);
        return c.body(null, 204);
      }
      if (!begun) {
        await auditLog.write({ action: "signed-in", device, succeeded: false });
        return sendError(c, 403, "refused");
      }
      last = { call, session: begun.token, at: clock.monotonicMs() };
      cookie.write(c, begun.token);
      const recovered = begun.purpose === "recovery";
      await auditLog.write({ action: recovered ? "recovered" : "signed-in", device: deviceName });
      // Not awaited: the audit log has the same information.
      void enquiries.sendToOwner(newDeviceMail(deviceName, begun.purpose));
      return c.body(null, 204);
    })
    .post("/recovery", jsonBody(z.object({ code })), async (c) => {
      const { code } = c.req.valid("json");
      if ((await accounts.codes.isUnused(code)) && countRecovery(hashRecoveryCode(code)) !== undefined)
        return sendError(c, 429, "too-many");
      const linkToken = await accounts.requestRecovery(code);
      await auditLog.write({ action: "recovery-requested", device, succeeded: linkToken !== undefined });
      if (!linkToken) return sendError(c, 403, "refused");
      // The token is a secret, so it is sent at once and never stored in the outbox.
      const sent = await enquiries.sendToOwner(recoveryMail(settings.config().serviceUrl, linkToken));
      return sent ? c.body(null, 204) : sendError(c, 409, "no-mail");
    });
}

const recoveryMail = (serviceUrl: string, token: string) => ({
  subject: "Powrót do panelu",
  text: `Ktoś, kto zna jeden z kodów zapasowych, prosi o powrót do panelu strony.

Jeśli to Ty, otwórz ten adres w ciągu 30 minut i wpisz ten sam kod:
${serviceUrl}/panel/start#${token}

Wszystkie dotychczasowe urządzenia zostaną wtedy wylogowane, a panel zapyta, które klucze zostają.

Jeśli to nie Ty, nie otwieraj adresu i utwórz w panelu nowe kody zapasowe („Stan”, „Ustawienia”, „Urządzenia i kody”).`,
});

/** Sent whenever a device has signed in with a link. */
const newDeviceMail = (deviceName: string, purpose: LinkPurpose) => ({
  subject: "Nowe urządzenie w panelu",
  text: `Panel strony otwarto na nowym urządzeniu: ${deviceName}.
${
  purpose === "device"
    ? `Wpuściło je inne urządzenie, na którym panel jest otwarty.

Jeśli to nie Ty, wyloguj je w panelu („Stan”, „Ustawienia”, „Urządzenia i kody”).`
    : `Wszystkie inne urządzenia zostały wylogowane, a ich klucze są wstrzymane, dopóki nowe urządzenie nie wskaże, które zostają.

Jeśli to nie Ty, od razu poproś o nowy link do panelu osobę, która opiekuje się serwerem: wejście nim wyloguje to urządzenie. W panelu sprawdź potem listę urządzeń i utwórz nowe kody zapasowe.`
}`,
});
