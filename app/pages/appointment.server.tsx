import { type AppointmentView, formatLocalTime, kindLabels } from "../../appointments/slot.ts";
import { AddressLines } from "../shell/footer.tsx";
import type { PageProps } from "../shell/page.ts";
import { useSite } from "../shell/runtime.tsx";
import { DefinitionList } from "../ui/definition-list.tsx";
import { MoreLink } from "./page-frame.tsx";

/** The content of the page behind a mailed link, and why what was asked for by it has not been done. */
export type AppointmentContent = Readonly<AppointmentView> & {
  readonly notice?: keyof typeof notices | undefined;
};

const notices = {
  ended:
    "Nic nie zmieniono: tym odnośnikiem nie można teraz przenieść terminu. Wybierz go w\u00a0formularzu.",
  taken: "Ten termin nie jest już wolny. Wybierz inny.",
  changed:
    "Nic jeszcze nie zmieniono: po otwarciu tej strony ten termin został przeniesiony albo potwierdzony. Sprawdź go i\u00a0wybierz jeszcze raz.",
};

const states: Readonly<Record<AppointmentView["state"], string>> = {
  booked: "Termin jest umówiony.",
  wish: "Termin czeka na potwierdzenie.",
  asked: "Termin nie jest jeszcze potwierdzony i\u00a0może go zająć ktoś inny.",
  cancelled: "Termin jest odwołany.",
  settled: "Umówiony jest inny termin.",
};

/** An appointment with the forms that move or cancel it. GET changes nothing; the forms POST (C4.2). */
export function AppointmentPage({ content }: Pick<PageProps<unknown>, "content">) {
  const appointment = content as AppointmentContent;
  const { start, minutes, kind, state, reference, isOpen, isOver, slots, sequence, notice } = appointment;
  const { phone, address } = useSite();
  const isAtPlace = kind === "training" && address.addressLocality;
  return (
    <div className="wrap section stack">
      <h1>{formatLocalTime(start).replaceAll("\u00a0", " ")}</h1>
      <p className="lead">{isOver && state !== "cancelled" ? "Ten termin już minął." : states[state]}</p>
      <div className="columns venue">
        <div className="place-text stack">
          {notice && (
            // biome-ignore lint/a11y/noAutofocus: a page without script cannot announce why the form came back
            <p className="field-error" role="alert" tabIndex={-1} autoFocus>
              {notices[notice === "taken" && slots.length === 0 ? "ended" : notice]}
            </p>
          )}
          <DefinitionList
            rows={[
              ["Co", `${kindLabels[kind]}, ${minutes}\u00a0min`],
              ["Gdzie", isAtPlace && <AddressLines />],
              ["Numer", reference],
            ]}
          />
          {isOpen && slots.length > 0 && <MoveForm {...appointment} />}
          {isOpen && (
            <form method="post" className="form stack">
              <input type="hidden" name="sequence" value={sequence} />
              <h2 className="label">Termin nie pasuje?</h2>
              <button className="button quiet" type="submit" name="action" value="cancel">
                Odwołaj termin
              </button>
            </form>
          )}
          {(!isOpen || slots.length === 0) && (
            <MoreLink to="/kontakt?terminy#formularz">Wybierz inny termin</MoreLink>
          )}
          {phone && (
            <p>
              Pytania? Zadzwoń: <a href={phone.href}>{phone.label}</a>
            </p>
          )}
        </div>
      </div>
    </div>
  );
}

function MoveForm({ slots, sequence, kind }: AppointmentContent) {
  return (
    <form method="post" className="form stack">
      <input type="hidden" name="sequence" value={sequence} />
      <fieldset className="stack close">
        <legend>Inny termin</legend>
        <div className="slot-options" data-all="">
          {slots.map(({ id, start, minutes }) => (
            <label key={id}>
              <input type="radio" name="slot" value={id} required />
              <span>
                {formatLocalTime(start).replaceAll("\u00a0", " ")}{" "}
                <span className="note">{minutes}&nbsp;min</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {kind === "training" && (
        <p className="note">Dotychczasowy termin od razu się zwolni, a&nbsp;nowy jeszcze potwierdzę.</p>
      )}
      <button className="button" type="submit" name="action" value="move">
        Przenieś termin
      </button>
    </form>
  );
}
