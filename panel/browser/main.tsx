import "./styles/panel.css";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { router } from "./router.tsx";
import { watchSession } from "./session.ts";

watchSession(() => void router.revalidate());

const root = document.getElementById("root");
if (root) createRoot(root).render(<RouterProvider router={router} />);
