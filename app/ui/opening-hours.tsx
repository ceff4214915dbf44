export function OpeningHours({
  lines,
}: {
  lines: readonly { readonly days: string; readonly hours: string }[];
}) {
  return (
    <dl className="opening-hours">
      {lines.map(({ days, hours }) => (
        <div key={days}>
          <dt>{days}</dt>
          <dd>{hours}</dd>
        </div>
      ))}
    </dl>
  );
}
