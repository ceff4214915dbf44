import { useSite } from "./site.tsx";

/** The trainer's number in the largest type there is. */
export function PhoneDisplay() {
  const { phone } = useSite();
  return (
    <p>
      <a className="phone-display" href={phone.href}>
        {phone.label}
      </a>
    </p>
  );
}
