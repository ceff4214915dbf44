import { Link, useNavigate } from "react-router";
import { api } from "../api.ts";
import { withFreshIdentity } from "../passkey.ts";
import { PublicationProgress } from "../publish/publication-progress.tsx";
import { usePublication } from "../publish/use-publication.ts";
import { ActionButton } from "../shell/action-button.tsx";
import { type PhotoPlace, PlaceList } from "./place-list.tsx";

interface RemoveEverywhereProps {
  readonly file: string;
  readonly isShown: boolean;
  /** Where another photograph has to be chosen first. */
  readonly blockers: readonly (PhotoPlace & { readonly isDraft: boolean })[];
}

/** Removes a photograph for good, when consent was withdrawn or it was added by mistake. */
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
          <PlaceList places={inDraft} />
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
