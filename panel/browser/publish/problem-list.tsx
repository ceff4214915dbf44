import type { ProblemView } from "../../server/api.ts";
import { api } from "../api.ts";
import { Button, ErrorMessage } from "../shell/button.tsx";
import { useAction } from "../shell/use-action.ts";
import { PlaceList } from "./place-list.tsx";

/** What prevents a publication, each with its field; a sample is left out by one tap (C7.3). */
export function ProblemList({ problems }: { readonly problems: readonly ProblemView[] }) {
  const { busy, error, run } = useAction();
  if (problems.length === 0) return null;
  const samples = problems.filter(({ canHide }) => canHide).length;
  return (
    <section className="section">
      <h2>Do poprawy przed publikacją</h2>
      <PlaceList
        places={problems}
        beside={({ canHide, place }) =>
          canHide && place ? (
            <Button busy={busy} onClick={() => void run(() => api.publish.hide.$post({ json: { place } }))}>
              Ukryj
            </Button>
          ) : null
        }
      />
      <ErrorMessage>{error}</ErrorMessage>
      {samples > 1 ? (
        <Button busy={busy} onClick={() => void run(() => api.publish.hide.$post({ json: { all: true } }))}>
          Ukryj wszystko, co przykładowe: {samples}
        </Button>
      ) : null}
    </section>
  );
}
