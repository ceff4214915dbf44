// A program that computes forever, writes forever, or waits longer than its CPU limit, as on a busy machine.
const [what] = process.argv.slice(2);
if (what === "wait") setTimeout(() => {}, 6000);
else if (what === "write") write();
else for (;;);

function write(): void {
  process.stdout.write(Buffer.alloc(1_000_000), write);
}
