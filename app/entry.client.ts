// The app starts in steps, each in a task of its own: a tap that comes while it starts is answered in between.
const steps = [() => import("./steps/react.ts"), () => import("./start.tsx").then(({ start }) => start())];

async function run(): Promise<void> {
  for (const step of steps) {
    await step();
    await nextTask();
  }
}

function nextTask(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}

// A part that cannot be had leaves the document as it is: plain HTML, whose links and form work without the app.
run().catch(() => {});
