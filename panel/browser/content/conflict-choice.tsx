import { isTree } from "../../../content-model/path.ts";
import { Button } from "../shell/button.tsx";
import { Fact } from "../shell/rows.tsx";
import { dropMine, keepMine } from "./sync.ts";
import type { Conflict } from "./sync-state.ts";

/** Lets the owner choose between a change made here and one made elsewhere. */
export function ConflictChoice({ conflict }: { readonly conflict: Conflict }) {
  const { change, found, reason, isGone } = conflict;
  const mine = "value" in change ? textOf(change.value) : "(puste)";
  const canKeep = reason === "conflict" && !isGone && (change.do === "set" || change.do === "remove");

  return (
    <section className="conflict notice stack" aria-label="Zmiana w dwóch miejscach naraz">
      <p>{explanation(conflict)}</p>
      <dl className="facts">
        <Fact label="Twoja zmiana" value={change.do === "remove" ? "usunięcie" : mine} />
        <Fact label="Zmiana z innego urządzenia" value={canKeep ? textOf(found) : undefined} />
      </dl>
      <div className="actions">
        {canKeep ? <Button onClick={() => keepMine(conflict)}>Zostaw moją</Button> : null}
        <Button onClick={() => dropMine(conflict)}>
          {canKeep ? "Zostaw zmianę z innego urządzenia" : "Odrzuć moją zmianę"}
        </Button>
      </div>
    </section>
  );
}

function explanation({ reason, isGone }: Conflict): string {
  if (isGone) return "To miejsce zostało w międzyczasie usunięte na innym urządzeniu.";
  return reason === "refused"
    ? "Tej zmiany nie da się zapisać z panelu. Skopiuj ją, zanim ją odrzucisz."
    : "To samo miejsce zmieniło się też na innym urządzeniu. Wybierz, co ma zostać.";
}

function textOf(value: unknown): string {
  if (value === undefined || value === "") return "(puste)";
  if (typeof value === "boolean") return value ? "tak" : "nie";
  return isTree(value) ? Object.values(value).map(textOf).join(", ") : String(value);
}
