import { useShell } from "../session.ts";
import { Screen, Section } from "../shell/screen.tsx";

/** Pictures that each publication makes, for the wall and for social media. */
const prints = [
  { name: "Plakat z kodem QR (A4)", file: "/druk/plakat.jpg" },
  { name: "Obrazek do mediów społecznościowych", file: "/druk/obrazek.jpg" },
];

export function Component() {
  const { inPreparation } = useShell().me;
  return (
    <Screen title="Plakat i obrazek" back={{ to: "/ustawienia", label: "Ustawienia" }}>
      <p>Powstają przy każdej publikacji ze zdjęcia i tytułu strony głównej, telefonu i adresu.</p>
      {inPreparation ? <p className="empty">Pojawią się tu po pierwszej publikacji.</p> : null}
      {(inPreparation ? [] : prints).map(({ name, file }) => (
        <Section key={file} title={name}>
          <img src={file} alt={name} loading="lazy" />
          <a className="button" href={file} download>
            Pobierz<span className="visually-hidden">: {name}</span>
          </a>
        </Section>
      ))}
    </Screen>
  );
}
