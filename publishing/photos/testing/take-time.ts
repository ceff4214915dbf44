// A program: computes without end, or waits longer than the test lets it compute, as on a busy machine.
const [what] = process.argv.slice(2);
if (what === "wait") setTimeout(() => {}, 1500);
else for (;;);
