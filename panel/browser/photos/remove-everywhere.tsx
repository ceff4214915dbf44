import { Link, useNavigate } from "react-router";
import { api } from "../api.ts";
import { withFreshIdentity } from "../passkey.ts";
import { fieldAddress } from "../publish/field-address.ts";
import { PublicationProgress } from "../publish/publication-progress.tsx";
import { usePublication } from "../publish/use-publication.ts";
import { ActionButton } from "../shell/action-button.tsx";
import { RowLink } from "../shell/row-link.tsx";

interface RemoveEverywhereProps {
  readonly file: string;
  readonly isShown: boolean;
  /** Where another photograph has to be chosen first. */
  readonly blockers: readonly Blocker[];
}

type Blocker = Parameters<typeof fieldAddress>[0] & {
  readonly trail: readonly string[];
  readonly isDraft: boolean;
};

/** Consent was withdrawn, or the photograph was a mistake: it goes for good, and nothing brings it back. */
export function RemoveEverywhere({ file, isShown, blockers }: RemoveEverywhereProps) {
  const publication = usePublication(false);
  const navigate = useNavigate();
  const inDraft = blockers.filter(({ isDraft }) => isDraft);

  async function remove(): Promise<void> {
    const call = () => api.photos[":file"].$delete({ param: { file } });
    const end = await publication.run(() => withFreshIdentity(call));
    if (end?.kind === "withdrawn") await navigate("/zdjecia");
  }

  return (
    <details className="section">
      <summary>Usuń wszędzie</summary>
      <p>
        Zdjęcie zniknie z treści{isShown ? ", ze strony" : ""}, z historii i ze wszystkich plików na serwerze.
        Tego nie da się cofnąć. Zostanie w kopiach zapasowych i w pamięci przeglądarek osób, które je już
        widziały.
      </p>
      {inDraft.length > 0 ? (
        <>
          <p>Te miejsca muszą mieć zdjęcie. Najpierw wybierz w nich inne:</p>
          <ul className="rows">
            {inDraft.map((place) => (
              <li key={place.trail.join("/")}>
                <RowLink to={fieldAddress(place)}>{place.trail.join(" › ")}</RowLink>
              </li>
            ))}
          </ul>
        </>
      ) : blockers.length > 0 ? (
        <p>
          Na stronie jest jeszcze w miejscu, które musi mieć zdjęcie.{" "}
          <Link to="/publikacja">Opublikuj zmiany</Link>, potem usuń je tutaj.
        </p>
      ) : (
        <ActionButton busy={publication.busy} onClick={() => void remove()}>
          Usuń na zawsze
        </ActionButton>
      )}
      <PublicationProgress publication={publication} />
    </details>
  );
}
