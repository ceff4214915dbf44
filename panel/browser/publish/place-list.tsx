import type { ReactNode } from "react";
import type { ProblemView } from "../../server/api.ts";
import { api } from "../api.ts";
import { ActionButton } from "../shell/button.tsx";
import { fieldUrl, Row, RowLink, Section } from "../shell/screen.tsx";

interface PlaceListProps {
  readonly places: readonly ProblemView[];
  readonly beside?: (place: ProblemView) => ReactNode;
}

/** Lists places of the content as links to their fields, each with its problem. */
export function PlaceList({ places, beside }: PlaceListProps) {
  return (
    <ul className="rows">
      {places.map((listed) => {
        const { trail, text, place } = listed;
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
  const { $post: hide } = api.publish.hide;
  if (problems.length === 0) return null;
  const samples = problems.filter(({ canHide, isSample }) => canHide && isSample).length;
  return (
    <Section title="Do poprawy przed publikacją">
      <PlaceList
        places={problems}
        beside={({ canHide, place, trail }) =>
          canHide && place ? (
            <ActionButton action={() => hide({ json: { place, trail } })}>
              Ukryj<span className="visually-hidden">: {trail.join(" › ")}</span>
            </ActionButton>
          ) : null
        }
      />
      {samples > 1 ? (
        <ActionButton action={() => hide({ json: { all: true } })}>
          Ukryj wszystko, co przykładowe: {samples}
        </ActionButton>
      ) : null}
    </Section>
  );
}
