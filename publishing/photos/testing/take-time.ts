// A program that computes forever, or waits longer than its CPU limit, as on a busy machine.
const [what] = process.argv.slice(2);
if (what === "wait") setTimeout(() => {}, 1500);
else for (;;);
