interface RecoveryCodeFieldProps {
  readonly value: string;
  readonly onChange: (code: string) => void;
}

/** A code from the owner's paper, as it is printed there; the server forgives how it is typed. */
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
