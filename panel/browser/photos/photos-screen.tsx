import { Link, useLoaderData, useNavigate, useRevalidator } from "react-router";
import { api, photoScreen, photoUrl } from "../api.ts";
import { Screen } from "../shell/screen.tsx";
import { AddPhotos } from "./add-photos.tsx";

export const loader = async () => (await api.photos.$get()).json();

/** All photographs, with their uses. */
export function Component() {
  const { photos } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  return (
    <Screen title="Zdjęcia">
      <AddPhotos
        label="Dodaj zdjęcia"
        onEnd={([first, ...others]) => {
          // A single photograph is described right away, unless another screen was opened meanwhile.
          const isHere = location.pathname.endsWith("/zdjecia");
          if (isHere && others.length === 0 && first?.kind === "stored")
            void navigate(photoScreen(first.file));
          else void revalidate();
        }}
      />
      {photos.length === 0 ? (
        <p className="empty">Tu pojawią się Twoje zdjęcia. Zacznij od jednego.</p>
      ) : null}
      <ul className="photos">
        {photos.map(({ file, alt, uses, isShown }) => (
          <li key={file}>
            <Link to={photoScreen(file)}>
              <img src={photoUrl(file, 640)} alt={alt || `Zdjęcie bez opisu: ${file}`} loading="lazy" />
              <span className="trail">
                {uses.length === 0
                  ? isShown
                    ? "na stronie do następnej publikacji"
                    : "jeszcze nigdzie"
                  : [...new Set(uses.map(({ trail }) => trail[0]))].join(", ")}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Screen>
  );
}
