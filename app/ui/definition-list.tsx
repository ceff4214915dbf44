import type { ReactNode } from "react";

interface DefinitionListProps {
  readonly className?: string;
  readonly rows: readonly (readonly [term: string, fact: ReactNode])[];
}

/** Terms with their descriptions, without empty ones. */
export function DefinitionList({ className, rows }: DefinitionListProps) {
  return (
    <dl className={className}>
      {rows.map(
        ([term, fact]) =>
          fact && (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{fact}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
