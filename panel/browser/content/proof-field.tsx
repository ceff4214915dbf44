import { Link } from "react-router";
import type { FieldProps } from "./field-frame.tsx";

/** Whether an opinion has a proof. Who has none is told what the law asks (C5.2). */
export function ProofField({ value, at }: FieldProps) {
  return (
    <p className="notice" data-path={at}>
      {value ? (
        <>
          Opinia z dowodem. Z innymi słowami, podpisem albo datą nie da się jej opublikować. Decyzja, czy ją
          pokazać, jest w <Link to="/opinie">opiniach</Link>.
        </>
      ) : (
        "Opinia bez dowodu, wpisana ręcznie. Prawo wymaga, żeby strona mówiła, jak ją sprawdzono. Zachowaj zgodę i wiadomość, w której te słowa przyszły."
      )}
    </p>
  );
}
