import { Mark } from "../ui/mark.tsx";
import { visibleLength } from "../ui/visible-length.ts";
import { useSite } from "./site.tsx";

const longWord = 12;

/** The brand's mark and name; a name with a long word is set smaller to fit a phone. */
export function Wordmark() {
  const { logo, name } = useSite();
  const isLong = name.split(" ").some((word) => visibleLength(word) > longWord);
  return (
    <>
      <Mark logo={logo} />
      <span data-long={isLong ? "" : undefined}>{name}</span>
    </>
  );
}
