import type { Page } from "@playwright/test";

/**
 * Gives a page a phone that makes and uses passkeys, by the browser's own virtual authenticator: real ceremonies without a
 * finger. `verifiesUser(false)` makes the next ones go without one.
 */
export async function addVirtualPhone(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verifiesUser: (isUserVerified: boolean) =>
      devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    /** What the phone knows, to be carried to another page. */
    credentials: async () =>
      (await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
    forget: () => devtools.send("WebAuthn.clearCredentials", { authenticatorId }),
  };
}
