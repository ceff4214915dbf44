import type { ReactNode } from "react";
import type { ProblemView } from "../../server/api.ts";
import { api } from "../api.ts";
import { ActionButton } from "../shell/button.tsx";
import { fieldUrl, Row, RowLink, Section } from "../shell/screen.tsx";

type ListedPlace = Omit<ProblemView, "text"> & { readonly text?: string };

interface PlaceListProps {
  readonly places: readonly ListedPlace[];
  readonly beside?: (place: ListedPlace) => ReactNode;
}

/** Lists places of the content as links to their fields, each with its problem. */
export function PlaceList({ places, beside }: PlaceListProps) {
  return (
    <ul className="rows">
      {places.map((listed) => {
        const { trail, text = "", place } = listed;
        const key = JSON.stringify(place) + trail.join("/") + text;
        return place ? (
          <RowLink key={key} to={fieldUrl(place)} beside={beside?.(listed)}>
            <span className={text ? "trail" : undefined}>{trail.join(" › ")}</span>
            {text}
          </RowLink>
        ) : (
          <Row key={key}>{text}</Row>
        );
      })}
    </ul>
  );
}

/** Lists the problems that prevent a publication. One tap hides a sample (C7.3). */
export function ProblemList({ problems }: { readonly problems: readonly ProblemView[] }) {
  if (problems.length === 0) return null;
  const samples = problems.filter(({ canHide, isSample }) => canHide && isSample).length;
  const hide = (json: Parameters<typeof api.publish.hide.$post>[0]["json"]) => () =>
    api.publish.hide.$post({ json });
  return (
    <Section title="Do poprawy przed publikacją">
      <PlaceList
        places={problems}
        beside={({ canHide, place, trail }) =>
          canHide && place ? (
            <ActionButton action={hide({ place, trail })}>
              Ukryj<span className="visually-hidden">: {trail.join(" › ")}</span>
            </ActionButton>
          ) : null
        }
      />
      {samples > 1 ? (
        <ActionButton action={hide({ all: true })}>Ukryj wszystko, co przykładowe: {samples}</ActionButton>
      ) : null}
    </Section>
  );
}
