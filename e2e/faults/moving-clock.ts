// Loaded into the server by `--import`, so that the fault tests can set its clock and skip hours.
const wallNow = Date.now;
const monotonicNow = performance.now.bind(performance);
const shift = { wallMs: 0, monotonicMs: 0 };

Date.now = () => wallNow() + shift.wallMs;
performance.now = () => monotonicNow() + shift.monotonicMs;

process.on("message", (move: typeof shift) => {
  shift.wallMs += move.wallMs;
  shift.monotonicMs += move.monotonicMs;
});
// Interrupted tests leave no server behind.
process.on("disconnect", () => process.exit(1));
process.channel?.unref();
