import { x } from "../../../content-model/b.ts";

console.log(x);
