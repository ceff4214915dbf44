import { RowLink, Screen } from "../shell/screen.tsx";

export const settingsScreens = [
  { label: "Poczta i dane", path: "/ustawienia/poczta" },
  { label: "Kalendarze i terminy", path: "/terminy" },
  { label: "Urządzenia i kody", path: "/ustawienia/urzadzenia" },
  { label: "Kopie wszystkiego", path: "/ustawienia/kopie" },
  { label: "Dziennik", path: "/ustawienia/dziennik" },
];

export function Component() {
  return (
    <Screen title="Ustawienia" back={{ to: "/stan", label: "Stan" }}>
      <ScreenLinks links={settingsScreens} />
    </Screen>
  );
}

export function ScreenLinks({ links }: { readonly links: typeof settingsScreens }) {
  return (
    <ul className="rows">
      {links.map(({ label, path }) => (
        <RowLink key={path} to={path}>
          {label}
        </RowLink>
      ))}
    </ul>
  );
}
