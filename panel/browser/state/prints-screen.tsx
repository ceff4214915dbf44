import { Screen, Section } from "../shell/screen.tsx";

/** Pictures that each publication makes, for the wall and for social media. */
const prints = [
  { name: "Plakat z kodem QR (A4)", file: "/druk/plakat.jpg" },
  { name: "Obrazek do mediów społecznościowych", file: "/druk/obrazek.jpg" },
];

export function Component() {
  return (
    <Screen title="Plakat i obrazek" back={{ to: "/ustawienia", label: "Ustawienia" }}>
      <p>Powstają przy każdej publikacji ze zdjęcia i tytułu strony głównej, telefonu i adresu.</p>
      {prints.map(({ name, file }) => (
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
