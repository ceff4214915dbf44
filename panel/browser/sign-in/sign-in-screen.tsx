import { Link, replace, useLoaderData } from "react-router";
import { api, UserFacingError } from "../api.ts";
import { signIn } from "../passkey.ts";
import { returnPath } from "../session.ts";
import { ActionButton } from "../shell/button.tsx";
import { Screen } from "../shell/screen.tsx";

export async function loader({ url }: { url: URL }) {
  const state = await (await api.door.$get()).json();
  if (state.signedIn) throw replace(returnPath(url.search));
  return state;
}

/** One button. Passkeys are discoverable, so no user name is needed. */
export function Component() {
  const { noPasskeys, siteMoved } = useLoaderData<typeof loader>();

  /** Afterwards the loader runs again and redirects. */
  async function enter(): Promise<void> {
    if (!(await signIn())) throw new UserFacingError("Nie potwierdzono, że to Ty. Spróbuj jeszcze raz.");
  }

  return (
    <Screen title="Panel">
      {noPasskeys ? (
        <p className="notice">{reasons[noPasskeys]} Poproś o nowy link osobę, która opiekuje się serwerem.</p>
      ) : null}
      {siteMoved ? (
        <p className="notice">
          Strona ma nowy adres, a klucze tego panelu powstały dla poprzedniego i tu nie działają. Poproś o
          nowy link osobę, która opiekuje się serwerem, albo użyj kodu zapasowego.
        </p>
      ) : null}
      {noPasskeys || siteMoved ? null : (
        <>
          <p>Potwierdź odciskiem palca, twarzą albo kodem telefonu.</p>
          <ActionButton kind="main wide" action={enter}>
            Wejdź
          </ActionButton>
        </>
      )}
      <Link className="button plain" to="/powrot">
        {siteMoved ? "Użyj kodu zapasowego" : "Nie mam już telefonu z kluczem"}
      </Link>
    </Screen>
  );
}

export const reasons = {
  "needs-https": "Wejście kluczem działa tylko na stronie z https.",
  "needs-host-name": "Wejście kluczem nie działa pod adresem złożonym z liczb.",
};
