/** The owner's logo: its file and aspect ratio. */
export interface Logo {
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

/** The brand's mark: the owner's logo, or a weight plate seen from the front. */
export function Mark({ logo }: { logo: Logo | undefined }) {
  if (logo) return <img className="logo" {...logo} alt="" />;
  return (
    <svg className="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <circle cx="16" cy="16" r="12.5" fill="none" stroke="currentColor" strokeWidth="7" />
      <circle className="mark-hub" cx="16" cy="16" r="4.5" />
    </svg>
  );
}
