import { useSite } from "./site.tsx";

/** The trainer's phone number in the largest type. */
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
