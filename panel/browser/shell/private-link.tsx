import { CopyButton } from "../../../app/ui/copy-button.tsx";

/** A secret URL that is shown once, with a copy button. */
export function PrivateLink({ url }: { readonly url: string }) {
  return (
    <div className="stack close">
      <p>{url}</p>
      <CopyButton text={url} label="Skopiuj" done="Skopiowano." />
    </div>
  );
}
