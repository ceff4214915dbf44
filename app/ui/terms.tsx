import type { ReactNode } from "react";

interface TermsProps {
  readonly className?: string;
  readonly rows: readonly (readonly [term: string, fact: ReactNode])[];
}

/** Facts by their names; those that are empty are left out. */
export function Terms({ className, rows }: TermsProps) {
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
