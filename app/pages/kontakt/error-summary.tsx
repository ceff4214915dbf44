import { useEffect, useRef } from "react";
import { type Field, type FormErrors, fields } from "../../../enquiries/form.ts";

/** The errors, listed above the form and focused as soon as they appear; each links to its field (B10.2). */
export function ErrorSummary({ errors, notice }: { errors: FormErrors; notice: string | undefined }) {
  const element = useRef<HTMLDivElement>(null);
  const wrong = fields.filter((field) => errors[field]);
  const shown = wrong.length > 0 || notice !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new set of errors takes the focus
  useEffect(() => {
    if (shown) element.current?.focus();
  }, [errors, notice, shown]);
  if (!shown) return null;
  return (
    <div
      className="error-summary"
      ref={element}
      // For the page that the server sends back: without JavaScript nothing else moves the focus here.
      // biome-ignore lint/a11y/noAutofocus: the visitor has just sent the form, and this says why it came back
      autoFocus
      tabIndex={-1}
      role="alert"
      aria-labelledby="error-summary-title"
    >
      <h3 id="error-summary-title">
        {wrong.length > 0 ? "Popraw formularz" : "Wiadomość nie została wysłana"}
      </h3>
      {notice && <p>{notice}</p>}
      {wrong.length > 0 && (
        <ul>
          {wrong.map((field: Field) => (
            <li key={field}>
              <a href={`#${field}`}>{errors[field]?.[0]}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
