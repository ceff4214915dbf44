import "./preview.css";
import { VERCEL_STEGA_REGEX, vercelStegaDecodeAll } from "@vercel/stega";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import type { ContentName } from "../../../content-model/content.ts";
import { previewPage } from "../../../content-model/preview-page.ts";
import type { Place } from "../content/field-focus.ts";
import { useSync } from "../content/sync.ts";

interface PreviewFrameProps {
  /** The file of the form, and the path of the field with the focus. */
  readonly name: ContentName;
  readonly focused: string;
  /** The viewport width of the page. */
  readonly width: number;
  readonly onOpen?: (place: Place) => void;
}

/** Shows a page of the draft: updates after each save, outlines the focused field, and opens a field on click. */
export function PreviewFrame({ name, focused, width, onOpen }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isStopped, setStopped] = useState(false);
  const answer = useSync().files[name];
  /** The frame loads the page of the first answer by itself. */
  const drawn = useRef(answer);
  const page = previewPage(name, focused);
  const url = `/panel/api/preview/${page}`;
  const [room, setRoom] = useState(width);
  /** At most the real size. */
  const scale = Math.min(1, room / width);
  const measure = useCallback((box: HTMLElement | null) => {
    if (!box) return;
    const observer = new ResizeObserver(() => box.clientWidth > 0 && setRoom(box.clientWidth));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);

  /** A place that appears is scrolled to. */
  const isThere = useRef(false);
  const point = useEffectEvent((shouldScroll: boolean) => {
    isThere.current = pointAt(frame.current, { name, at: focused }, shouldScroll || !isThere.current);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: outlines the new place
  useEffect(() => point(true), [focused]);

  useEffect(() => {
    if (answer === drawn.current) return;
    drawn.current = answer;
    const outdated = new AbortController();
    async function draw(): Promise<void> {
      const response = await fetch(url, outdated);
      const html = await response.text();
      if (!response.ok) return;
      const isNothing = response.headers.has("X-Preview-Nothing");
      setStopped(isNothing);
      if (!isNothing && frame.current) show(frame.current, url, html);
      point(false);
    }
    // The next answer draws it.
    draw().catch(() => {});
    return () => outdated.abort();
  }, [url, answer]);

  function onLoad(): void {
    const page = frame.current?.contentDocument;
    if (!page) return;
    prepare(page);
    page.addEventListener("auxclick", (event) => event.preventDefault());
    page.addEventListener("click", (event) => {
      const clicked = placeOf(page, event);
      if (!(event.target as Element).closest("summary")) event.preventDefault();
      if (clicked) onOpen?.(clicked);
    });
    // Keeps the focus in the form.
    page.addEventListener("mousedown", (event) => event.preventDefault());
    point(true);
  }

  return (
    <>
      {isStopped ? (
        <p className="notice" role="status">
          Podgląd pokaże ostatnie zmiany, gdy poprawisz to, co jest do poprawienia.
        </p>
      ) : null}
      <div className="preview-box" ref={measure}>
        <iframe
          key={page}
          ref={frame}
          title="Podgląd strony"
          src={url}
          style={{ width, height: `${100 / scale}%`, transform: `scale(${scale})` }}
          onLoad={onLoad}
        />
      </div>
    </>
  );
}

function show(frame: HTMLIFrameElement, url: string, html: string): void {
  const { contentWindow, contentDocument } = frame;
  if (!contentWindow || !contentDocument) {
    // An error, such as an expired session.
    frame.src = url;
    return;
  }
  if (contentDocument.URL !== frame.src || contentDocument.readyState === "loading") {
    frame.addEventListener("load", () => show(frame, url, html), { once: true });
    return;
  }
  // The frame's parser, because the panel's Trusted Types policy forbids parsing HTML.
  const next = new (contentWindow as typeof window).DOMParser().parseFromString(html, "text/html");
  prepare(next);
  const open = new Set([...contentDocument.querySelectorAll("details[open]")].map(questionOf));
  for (const details of next.querySelectorAll("details")) details.open = open.has(questionOf(details));
  // At once, so that the scroll position stays.
  contentDocument.head.replaceWith(next.head);
  contentDocument.body.replaceWith(next.body);
}

const questionOf = (details: Element) => details.querySelector("summary")?.textContent;

/** Names the fields of each element. Only questions stay focusable: clicks are prevented, and the frame's policy allows neither scripts nor forms. */
function prepare(page: Document): void {
  revealFields(page);
  for (const element of page.querySelectorAll("a, button, input, select, textarea")) {
    element.setAttribute("tabindex", "-1");
    element.removeAttribute("autofocus");
  }
  // Pictures that are loaded already do not blink when a save is shown.
  for (const image of page.images) image.decoding = "sync";
}

const pointed = "preview-focus";

/** Whether the page shows the place. */
function pointAt(frame: HTMLIFrameElement | null, place: Place, shouldScroll: boolean): boolean {
  const page = frame?.contentDocument;
  const shown = frame?.contentWindow;
  if (!shown || !page?.body) return false;
  const element = findPlace(page, place);
  for (const other of page.querySelectorAll(`.${pointed}`)) other.classList.remove(pointed);
  if (!element) return false;
  const question = element.closest("details");
  if (question) question.open = true;
  element.classList.add(pointed);
  const { top, bottom } = element.getBoundingClientRect();
  const isSeen = top >= 0 && bottom <= shown.innerHeight;
  // Not scrollIntoView, which would scroll the panel too.
  if (shouldScroll && !isSeen) shown.scrollTo({ top: shown.scrollY + top - shown.innerHeight / 4 });
  return true;
}

/** The element that shows a field, or else the closest group or item around it. */
function findPlace(page: Document, { name, at }: Place): Element | undefined {
  const keys = at.split(".");
  while (keys.length > 0) {
    const place = `${name}:${keys.join(".")}`;
    const own = [...page.querySelectorAll(`[data-path~="${place}"]`)];
    if (own.length > 0) return largest(own);
    const parts = [...page.querySelectorAll(`[data-path*="${place}."]`)];
    if (parts.length > 0) return around(parts);
    keys.pop();
  }
  return undefined;
}

/** The field that was clicked: the first, if the element shows several. */
function placeOf(page: Document, { target, clientX, clientY }: MouseEvent): Place | undefined {
  const under = [target as Element, ...page.elementsFromPoint(clientX, clientY)];
  const found = under.map((element) => element.closest("[data-path]")).find((element) => element !== null);
  const [name, at] = found?.getAttribute("data-path")?.split(" ")[0]?.split(":") ?? [];
  return name && at ? { name: name as Place["name"], at } : undefined;
}

/** A name may also be in menus and in texts for screen readers, so the largest element counts. */
function largest(elements: readonly Element[]): Element | undefined {
  const area = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width * height;
  };
  return elements.toSorted((one, other) => area(other) - area(one))[0];
}

/** The smallest element that contains all of these. */
function around(elements: readonly Element[]): Element | undefined {
  let element = elements[0];
  while (element && !elements.every((one) => element?.contains(one)))
    element = element.parentElement ?? undefined;
  return element;
}

/** Takes the marks of fields out of a page's texts and attributes; `data-path` then names the fields that an element shows. */
function revealFields(page: Document): void {
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) reveal(node, node.parentElement);
    else for (const attribute of (node as Element).attributes) reveal(attribute, node as Element);
  }
}

function reveal(holder: Node, element: Element | null): void {
  const text = holder.nodeValue ?? "";
  const shown = text.replaceAll(VERCEL_STEGA_REGEX, "");
  if (shown === text || !element) return;
  const places = [element.getAttribute("data-path") ?? [], vercelStegaDecodeAll<string>(text)].flat();
  holder.nodeValue = shown;
  element.setAttribute("data-path", [...new Set(places)].join(" "));
}
