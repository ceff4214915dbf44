/** Placeholder while a screen loads. */
export function Skeleton() {
  return (
    <div className="screen" aria-busy="true">
      <p className="visually-hidden">Wczytywanie…</p>
      <div className="skeleton short" />
      <div className="skeleton" />
      <div className="skeleton" />
      <div className="skeleton" />
    </div>
  );
}
