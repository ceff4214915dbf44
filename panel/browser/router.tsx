import { createBrowserRouter, redirect } from "react-router";
import { DevicesScreen, loadDevices } from "./devices/devices-screen.tsx";
import { JournalScreen, loadJournal } from "./devices/journal-screen.tsx";
import { DoorScreen, loadDoor } from "./door/door-screen.tsx";
import { RecoveryScreen } from "./door/recovery-screen.tsx";
import { StartScreen } from "./door/start-screen.tsx";
import { EnquiryScreen } from "./inbox/enquiry-screen.tsx";
import { InboxScreen, loadInbox } from "./inbox/inbox-screen.tsx";
import { loadEnquiry } from "./inbox/load-enquiry.ts";
import { loadNumbers, NumbersScreen } from "./inbox/numbers-screen.tsx";
import { loadShell } from "./session.ts";
import { ErrorScreen } from "./shell/error-screen.tsx";
import { Shell } from "./shell/shell.tsx";
import { Skeleton } from "./shell/skeleton.tsx";
import { loadState, StateScreen } from "./state/state-screen.tsx";

/** Every address of the panel. What stands under the shell needs a session. */
export function createPanelRouter() {
  return createBrowserRouter(
    [
      {
        errorElement: <ErrorScreen />,
        hydrateFallbackElement: <Skeleton />,
        children: [
          { path: "/start", element: <StartScreen /> },
          { path: "/wejscie", element: <DoorScreen />, loader: loadDoor },
          { path: "/powrot", element: <RecoveryScreen /> },
          {
            element: <Shell />,
            loader: loadShell,
            children: [
              {
                errorElement: <ErrorScreen />,
                children: [
                  { index: true, loader: () => redirect("/zapytania") },
                  { path: "/zapytania", element: <InboxScreen />, loader: loadInbox },
                  { path: "/zapytania/:reference", element: <EnquiryScreen />, loader: loadEnquiry },
                  { path: "/liczby", element: <NumbersScreen />, loader: loadNumbers },
                  { path: "/stan", element: <StateScreen />, loader: loadState },
                  { path: "/stan/urzadzenia", element: <DevicesScreen />, loader: loadDevices },
                  { path: "/stan/dziennik", element: <JournalScreen />, loader: loadJournal },
                  { path: "*", element: <ErrorScreen notFound /> },
                ],
              },
            ],
          },
        ],
      },
    ],
    { basename: "/panel" },
  );
}
