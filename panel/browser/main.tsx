import "./styles/panel.css";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { keepFresh } from "./live.ts";
import { router } from "./router.tsx";
import { keepFocus } from "./shell/focus.ts";

keepFresh(router);
keepFocus();

const root = document.getElementById("root");
if (root) createRoot(root).render(<RouterProvider router={router} />);
