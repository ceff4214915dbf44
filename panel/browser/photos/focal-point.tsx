import { type KeyboardEvent, type MouseEvent, useId } from "react";
import { photoUrl } from "../api.ts";

export type Focus = { readonly x: number; readonly y: number };

interface FocalPointProps {
  readonly file: string;
  readonly alt: string;
  readonly focus: Focus | undefined;
  readonly onChange: (focus: Focus) => void;
}

const middle: Focus = { x: 50, y: 50 };
const step = 5;
const moves: Readonly<Record<string, Focus>> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
};

/** Sets, by tap or arrow keys, the point of a photograph that stays visible when it is cropped. Previews both crops. */
export function FocalPoint({ file, alt, focus = middle, onChange }: FocalPointProps) {
  const hint = useId();
  const src = photoUrl(file, 1280);
  const objectPosition = `${quarter(focus.x)}% ${quarter(focus.y)}%`;

  function point({ currentTarget, clientX, clientY }: MouseEvent): void {
    const [photo] = currentTarget.getElementsByTagName("img");
    const { left, top, width, height } = (photo as Element).getBoundingClientRect();
    // Not loaded yet.
    if (!width || !height) return;
    onChange(within({ x: (100 * (clientX - left)) / width, y: (100 * (clientY - top)) / height }));
  }

  function move(event: KeyboardEvent): void {
    const by = moves[event.key];
    if (!by) return;
    event.preventDefault();
    onChange(within({ x: focus.x + by.x, y: focus.y + by.y }));
  }

  return (
    <div className="stack close">
      <button
        type="button"
        className="focal-photo"
        aria-label={`Najważniejsze miejsce: ${focus.x}% od lewej, ${focus.y}% od góry`}
        aria-describedby={hint}
        // A click by keyboard, whose detail is 0, is at no point.
        onClick={(event) => event.detail > 0 && point(event)}
        onKeyDown={move}
      >
        <span className="focal-area">
          <img src={src} alt={alt} />
          <span className="focal-mark" style={{ left: `${focus.x}%`, top: `${focus.y}%` }} />
        </span>
      </button>
      <p id={hint} className="quiet">
        Dotknij miejsca, które ma zostać po przycięciu. Na klawiaturze działają strzałki.
      </p>
      <div className="crops">
        {Object.entries(crops).map(([label, aspectRatio]) => (
          <figure key={label} style={{ flex: aspectRatio }}>
            <img src={src} alt="" style={{ aspectRatio, objectPosition }} />
            <figcaption className="quiet">{label}</figcaption>
          </figure>
        ))}
      </div>
    </div>
  );
}

/** In the proportions of the pages; both are equally high. */
const crops = { Telefon: 4 / 5, Komputer: 3 / 2 };

/** Pages have five positions per axis, because their CSP forbids inline styles. */
const quarter = (percent: number) => 25 * Math.round(percent / 25);

function within({ x, y }: Focus): Focus {
  const bounded = (value: number) => Math.round(Math.min(100, Math.max(0, value)));
  return { x: bounded(x), y: bounded(y) };
}
