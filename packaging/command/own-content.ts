import { loadConfig } from "../../server/config.ts";
import { takeSamplePictures } from "./sample-pictures.ts";

takeSamplePictures(loadConfig());
await import("../../tools/content-own.ts");
