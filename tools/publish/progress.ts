import type { PublicationEvent, PublicationStep } from "../../publishing/publish.ts";

interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

type ProgressEvent = Exclude<PublicationEvent, { kind: "notice" }>;

const steps: Record<PublicationStep, { words: string; share: number }> = {
  content: { words: "Sprawdzanie treści", share: 0 },
  pictures: { words: "Zdjęcia", share: 0.1 },
  pages: { words: "Składanie stron", share: 0.7 },
  checks: { words: "Sprawdzanie stron", share: 0.85 },
  switch: { words: "Podmiana strony", share: 0.95 },
};
const width = 24;
const clearLine = "\r\u001b[2K";

/** Shows a publication's progress: a bar in a terminal, elsewhere a line for each step. */
export function createProgress(terminal: Terminal) {
  let isOpen = false;

  function show(share: number, words: string): void {
    if (!terminal.isTTY) {
      terminal.write(`${words}…\n`);
      return;
    }
    const filled = Math.round(share * width);
    terminal.write(`${clearLine}${"█".repeat(filled)}${"░".repeat(width - filled)} ${words}…`);
    isOpen = true;
  }

  return {
    report(event: ProgressEvent): void {
      if (event.kind === "waiting") show(0, "Trwa inna publikacja, ta poczeka na jej koniec");
      else if (event.kind === "step") show(steps[event.step].share, steps[event.step].words);
      else if (terminal.isTTY || event.done === event.total) {
        const { pictures, pages } = steps;
        const share = pictures.share + ((pages.share - pictures.share) * event.done) / event.total;
        show(share, `${pictures.words}: ${event.done} z ${event.total}`);
      }
    },
    /** Removes the bar, so the next output starts on a clean line. */
    clear(): void {
      if (isOpen) terminal.write(clearLine);
      isOpen = false;
    },
  };
}
