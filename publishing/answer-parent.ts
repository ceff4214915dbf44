/** Makes this process perform the one request that its parent sends, answer it and end; it ends at once when the parent has gone. */
export function answerParent<Request>(perform: (request: Request) => Promise<unknown>): void {
  process.once("disconnect", () => process.exit(1));
  process.once("message", async (request: Request) => {
    const answer = await perform(request);
    process.removeAllListeners("disconnect");
    process.send?.(answer ?? null, () => process.disconnect());
  });
}
