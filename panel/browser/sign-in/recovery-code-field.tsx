interface RecoveryCodeFieldProps {
  readonly value: string;
  readonly onChange: (code: string) => void;
}

/** A recovery code. The server ignores case and separators. */
export function RecoveryCodeField({ value, onChange }: RecoveryCodeFieldProps) {
  return (
    <div className="field">
      <label htmlFor="code">Kod zapasowy</label>
      <input
        id="code"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="XXXX-XXXX-XXXX-XXXX"
        required
      />
    </div>
  );
}
