import type { LoaderFunctionArgs } from "react-router";
import { api } from "../api.ts";

export async function loadEnquiry({ params }: LoaderFunctionArgs) {
  const param = { reference: params.reference ?? "" };
  return { enquiry: await (await api.enquiries[":reference"].$get({ param })).json(), now: Date.now() };
}

export type EnquiryData = Awaited<ReturnType<typeof loadEnquiry>>;
