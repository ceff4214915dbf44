import "./styles/panel.css";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { keepFresh } from "./live.ts";
import { router } from "./router.tsx";
import { type loadShell, shellId } from "./session.ts";

const { listen } = keepFresh({
  shown: () => (router.state.loaderData[shellId] as ShellData | undefined)?.counts.revision,
  refresh: () => void router.revalidate(),
});
type ShellData = Awaited<ReturnType<typeof loadShell>>;

// A session begins with the first data and ends with a redirect to sign-in.
let hadSession = false;
router.subscribe(({ loaderData }) => {
  const hasSession = loaderData[shellId] !== undefined;
  if (hasSession !== hadSession) listen();
  hadSession = hasSession;
});

const root = document.getElementById("root");
if (root) createRoot(root).render(<RouterProvider router={router} />);
