import { RowLink, Screen } from "../shell/screen.tsx";

export function Component() {
  return (
    <Screen title="Ustawienia" back={{ to: "/stan", label: "Stan" }}>
      <ul className="rows">
        <RowLink to="/ustawienia/poczta">Poczta i dane</RowLink>
        <RowLink to="/terminy">Kalendarze i terminy</RowLink>
        <RowLink to="/ustawienia/urzadzenia">Urządzenia i kody</RowLink>
        <RowLink to="/ustawienia/kopie">Kopie wszystkiego</RowLink>
        <RowLink to="/ustawienia/dziennik">Dziennik</RowLink>
      </ul>
    </Screen>
  );
}
