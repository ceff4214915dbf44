import { startMailServer } from "../enquiries/testing/mail-server.ts";
import { violationsOf } from "./axe.ts";
import { sendEnquiry, signIn, test } from "./panel-site.ts";
import { expect } from "./test.ts";

test("P8.2 C7.4 C7.5 a mail server is found, tested, corrected and saved, and the next enquiry goes there without a restart", async ({
  page,
  panelSite,
}) => {
  const mailServer = await startMailServer({ password: "dobre hasło" });
  try {
    await sendEnquiry(panelSite);
    await signIn(page, panelSite);
    await page.goto("/panel/stan");
    const todo = page.getByRole("link", { name: "Poczta, która wysyła Ci zapytania" });
    await todo.click();
    await page.getByLabel("Nazwa użytkownika").fill("ala@gmail.com");
    // What is typed while the server is looked for stays.
    await page.route(
      "**/panel/api/settings/server",
      async (route) => {
        await page.getByLabel("Serwer poczty").fill("mail.example.pl");
        await route.continue();
      },
      { times: 1 },
    );
    const found = page.waitForResponse("**/panel/api/settings/server");
    await page.getByLabel("Hasło skrzynki").focus();
    await (await found).finished();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await expect(page.getByLabel("Serwer poczty")).toHaveValue("mail.example.pl");
    await page.getByLabel("Serwer poczty").fill("");
    await page.getByLabel("Nazwa użytkownika").focus();
    await page.getByLabel("Hasło skrzynki").focus();
    await expect(page.getByLabel("Serwer poczty")).toHaveValue("smtp.gmail.com");
    await expect(page.getByLabel("Port")).toHaveValue("465");
    await expect(page.getByLabel("Nadawca e-maili")).toHaveValue("ala@gmail.com");
    await page.getByLabel("Nadawca e-maili").fill("");
    await page.getByLabel("Serwer poczty").fill("127.0.0.1");
    await page.getByLabel("Port").fill(String(mailServer.port));
    await page.getByLabel("Nazwa użytkownika").fill("kontakt@example.pl");
    await page.getByLabel("Hasło skrzynki").fill("złe hasło");
    await page.getByLabel("Zapytania przychodzą na adres").fill("trener");
    const tryOut = page.getByRole("button", { name: "Wyślij próbny e-mail" });
    await tryOut.click();
    await expect(page.getByText("Podaj adres e-mail.")).toBeVisible();
    await expect(page.getByLabel("Zapytania przychodzą na adres")).toBeFocused();
    await page.getByLabel("Zapytania przychodzą na adres").fill("trener@example.pl");
    await tryOut.click();
    await expect(page.getByText("nie przyjmuje tej nazwy użytkownika lub tego hasła")).toBeVisible();
    await page.getByLabel("Hasło skrzynki").fill("dobre hasło");
    await tryOut.click();
    await expect(page.getByText("przyjął e-mail do trener@example.pl")).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);

    await page.getByRole("button", { name: "Zapisz" }).click();
    await expect(page.getByText("Nowe ustawienia już działają")).toBeVisible();
    await expect(page.getByLabel("Hasło skrzynki")).toHaveValue("");
    await expect(page.getByText("Jest zapisane i nigdy się nie pokazuje")).toBeVisible();
    // Waiting messages, the visitor's confirmation included, are sent at once.
    const subjects = () => mailServer.received.map(({ to, mail }) => `${to}: ${mail.subject?.split(":")[0]}`);
    await expect.poll(subjects).toContain("trener@example.pl: Nowe zapytanie");
    await page.goto("/panel/stan");
    await expect(page.getByText(/serwer poczty przyjął ostatni/)).toBeVisible();
    await expect(todo).toHaveCount(0);

    await page.getByRole("button", { name: "Sprawdź formularz" }).click();
    await expect(page.getByText(/^udany dziś .* serwer poczty przyjął e-mail$/)).toBeVisible();
    expect(subjects().filter((line) => line.includes("Test formularza"))).toHaveLength(1);
  } finally {
    await mailServer.stop();
  }
});

test("P8.2 what the server sets is explained beside the field; a replaced alarm address can be removed; what is typed while the settings are saved stays, the focus too, and sent passwords go", async ({
  page,
  panelSite,
}) => {
  await signIn(page, panelSite);
  await page.route("**/panel/api/settings", async (route) => {
    const settings = await (await route.fetch()).json();
    await route.fulfill({ json: { ...settings, fixed: ["morningHour"] } });
  });
  await page.goto("/panel/ustawienia/poczta");
  const morning = page.locator("section", { hasText: "Powiadomienie rano" });
  await expect(morning.getByRole("combobox")).toBeDisabled();
  await expect(morning).toContainText("Ustawione na serwerze, tu nie da się tego zmienić.");
  await page.unrouteAll();

  // The saved address is replaced while it is ticked for removal.
  await page.goto("/panel/ustawienia/poczta");
  const address = page.getByRole("textbox", { name: "Dokąd wysłać ostrzeżenie" });
  const remove = page.getByRole("checkbox", { name: "Usuń zapisany adres alarmu" });
  const save = async () => {
    await page.getByRole("button", { name: "Zapisz" }).click();
    await expect(page.getByText("Nowe ustawienia już działają")).toBeVisible();
  };
  await address.fill("https://dawny.example/alarm");
  await save();
  await address.fill("https://nowy.example/alarm");
  await remove.check();
  await save();
  await expect(address).toHaveAttribute("placeholder", "zapisany: nowy.example");
  await expect(remove).not.toBeChecked();
  await remove.check();
  await save();
  await expect(address).toHaveAttribute("placeholder", "https://");

  const [mailbox, password] = [page.getByLabel("Zapytania przychodzą"), page.getByLabel("Hasło skrzynki")];
  const held = Promise.withResolvers<void>();
  await page.route("**/panel/api/settings", async (route) => {
    if (route.request().method() === "PUT") await held.promise;
    await route.continue();
  });
  await page.getByLabel("Serwer poczty").fill("smtp.example.com");
  await page.getByLabel("Nazwa użytkownika").fill("ala");
  await password.fill("tajne");
  await mailbox.fill("ala@example.com");
  await mailbox.press("Enter");
  await mailbox.pressSequentially(".pl");
  held.resolve();
  await expect(page.getByText("Nowe ustawienia już działają")).toBeVisible();
  await expect(password).toHaveValue("");
  await expect(mailbox).toHaveValue("ala@example.com.pl");
  await expect(mailbox).toBeFocused();
});

test.describe("two devices", () => {
  test.use({ allowedProblems: /status of 409/ });

  test("P8.2 P2.6 an open settings screen shows what another device has saved, and saves nothing over it", async ({
    page,
    panelSite,
  }) => {
    await signIn(page, panelSite);
    await page.goto("/panel/ustawienia/poczta");
    const [days, tags] = [page.getByLabel("Po ilu dniach"), page.getByLabel("Oznaczenia odnośników")];
    await tags.fill("ulotka,wizytowka");
    const laptop = await page.context().newPage();
    await laptop.goto(page.url());
    await laptop.getByLabel("Po ilu dniach").fill("1000");
    await laptop.getByRole("button", { name: "Zapisz" }).click();
    await expect(laptop.getByText("Nowe ustawienia już działają")).toBeVisible();
    await page.getByRole("button", { name: "Zapisz" }).click();
    await expect(page.getByRole("alert")).toContainText("Na innym urządzeniu");
    await expect(days).toHaveValue("1000");
    await expect(tags).toHaveValue("ulotka,wizytowka");
    await page.getByRole("button", { name: "Zapisz" }).click();
    await expect(page.getByText("Nowe ustawienia już działają")).toBeVisible();
    await laptop.reload();
    await expect(laptop.getByLabel("Oznaczenia odnośników")).toHaveValue("ulotka, wizytowka");
    await expect(laptop.getByLabel("Po ilu dniach")).toHaveValue("1000");
    await laptop.getByLabel("Oznaczenia odnośników").fill("baner");
    await laptop.getByRole("button", { name: "Zapisz" }).click();
    await expect(laptop.getByText("Nowe ustawienia już działają")).toBeVisible();
    // What was typed and saved here as well.
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect(tags).toHaveValue("baner");
  });
});
